// A side that was left out is no proof about what is behind it. What lies before is decided all the same,
// and so is what cannot be reached from where it was left out.
// run: dunlin reach --target @behind --target @never --strategy auto-forward --no-replay
// verdict: @behind unknown
// verdict: @never unreachable
// reason: klee_set_forking is off
// Backward execution finds the value that leads to the other side.
// run: dunlin reach --target @behind --target @never
// verdict: @behind reachable
// verdict: @never unreachable
#include <klee/klee.h>

static int before(int y) {
    if (y == 1 && y == 2)
        return 5; // target never
    return y;
}

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    before(y);
    klee_set_forking(0);
    if (x == 7)
        klee_set_forking(1);
    if (x == 7)
        return 1; // target behind
    return 0;
}
