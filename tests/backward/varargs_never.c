// What a call passes without a parameter is known: none of the sums below comes about.
// run: dunlin reach --target @never --target @copied --target @passed --strategy backward
// verdict: @never unreachable
// verdict: @copied unreachable
// verdict: @passed unknown
// exit: 3
#include <dunlin.h>
#include <stdarg.h>

struct pair {
    int first, second;
};

static int sum(int count, ...) {
    va_list arguments, again;
    va_start(arguments, count);
    va_copy(again, arguments);
    int first = va_arg(arguments, int);
    double second = va_arg(arguments, double);
    struct pair third = va_arg(arguments, struct pair);
    va_end(arguments);
    int copied = va_arg(again, int);
    va_end(again);
    if (first != copied)
        return 1; // target copied
    if (first % 2 == 0 || second != 2.5 || third.second != 4)
        return 2; // target never
    if (first == 9 && third.first == 3)
        return 3; // target passed
    return 0;
}

int main(void) {
    int x = dunlin_int("x");
    struct pair pair = {3, 4};
    return sum(3, x | 1, 2.5, pair);
}
