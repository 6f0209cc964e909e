// Inputs as variable arguments: their sum is 10 or it is not.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>
#include <stdarg.h>

static int sum(int count, ...) {
    va_list list;
    int total = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    int x[2];
    klee_make_symbolic(x, sizeof x, "x");
    if (sum(2, x[0], x[1]) == 10)
        return 1;
    return 0;
}
