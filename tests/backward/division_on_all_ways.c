// Behind a division, the divisor was not 0.
// run: dunlin reach --target @one --target @zero --strategy tse
// verdict: @one reachable
// verdict: @zero unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    int quotient = 100 / x;
    if (quotient == 100)
        return 1; // target one
    if (x == 0)
        return 2; // target zero
    return 0;
}
