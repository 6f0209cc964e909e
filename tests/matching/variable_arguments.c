// The value goes through variable arguments.
// replay: off the program has no end
// run: dunlin run --match off --max-depth 6
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 15
#include <assert.h>
#include <dunlin.h>
#include <stdarg.h>

static void check(int n, ...) {
    va_list list;
    va_start(list, n);
    while (n--)
        assert(va_arg(list, int) != 3);
    va_end(list);
}

int main(void) {
    int level = 0;
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            level++;
        if (input == 1)
            check(2, 0, level);
        if (input == 2 || level > 5)
            return 0;
    }
}
