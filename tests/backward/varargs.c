// Arguments without a parameter: the second and the third of them, of other sizes.
// run: dunlin reach --target @third --target @never --strategy tse
// verdict: @third reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdarg.h>

static int last(int count, ...) {
    va_list arguments;
    va_start(arguments, count);
    long first = va_arg(arguments, long);
    int second = va_arg(arguments, int);
    int third = count > 2 ? va_arg(arguments, int) : 0;
    va_end(arguments);
    if (first == 9 && third == second + 1)
        return 1; // target third
    if (count == 2 && third)
        return 2; // target never
    return 0;
}

int main(void) {
    int x = dunlin_int("x");
    return last(2, 9L, x) + last(3, 9L, x, 55);
}
