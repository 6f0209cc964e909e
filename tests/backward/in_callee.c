// The target is in a function that is called from two places; only one of them gives it what it needs.
// run: dunlin reach --target @target --target @never --strategy tse
// verdict: @target reachable
// verdict: @never unreachable
#include <dunlin.h>

static int scale(int x, int by) {
    int scaled = x * by;
    if (by == 3 && scaled == 33)
        return 1; // target
    if (by == 4)
        return 2; // target never
    return 0;
}

int main(void) {
    int x = dunlin_range(0, 100, "x");
    return scale(x, 2) + scale(x, 3);
}
