// A variadic function through pointers of other types: integers arrive.
// run: dunlin run
// native: same
// stdout: 6 60
#include <stdarg.h>
#include <stdio.h>

static int sum(int count, ...) {
    va_list list;
    va_start(list, count);
    int total = 0;
    while (count-- > 0)
        total += va_arg(list, int);
    va_end(list);
    return total;
}

int main(void) {
    int (*volatile f)(int, int, int, int) = (int (*)(int, int, int, int))sum;
    int (*volatile g)() = (int (*)())sum;
    printf("%d %d\n", f(3, 1, 2, 3), g(3, 10, 20, 30));
    return 0;
}
