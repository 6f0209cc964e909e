// A jump back and one over an assignment.
// run: dunlin reach --target @over --target @never --strategy tse
// verdict: @over reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), y = 1, rounds = 0;
again:
    if (x == 5)
        goto over;
    y = 2;
over:
    if (y == 1)
        return 1; // target over
    if (rounds++ < 2 && x > 7) {
        x = 5;
        goto again;
    }
    if (y == 1 + rounds && x == 9)
        return 2; // target never
    return 0;
}
