// Figure 2, `-Exp`: a number and its negative, and the one number that is its own.
// run: dunlin reach --target @small --target @least --target @never --strategy tse
// verdict: @small reachable
// verdict: @least reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    int negative = (int)-(unsigned)x;
    if (negative == 17)
        return 1; // target small
    if (negative == x && x != 0)
        return 2; // target least
    if (negative == x && x == 1)
        return 3; // target never
    return 0;
}
