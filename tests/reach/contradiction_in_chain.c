// Every caller has x > 0 and the callee needs x < 0: each part alone is possible, together they are not.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy ccbse:sdse
// run: dunlin reach --target @target --strategy ccbse:random-path
// run: dunlin reach --target @target --strategy mix:klee
// verdict: unreachable
// reason: all paths were explored
#include <klee/klee.h>

static int callee(int x, int y) {
    if (y == 4 && x < 0)
        return 1; // target
    return 0;
}

static int middle(int x, int y) {
    if (x > 0)
        return callee(x, y);
    return 0;
}

int main(void) {
    int x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    return middle(x, y) + (x > 7 ? callee(x, 4) : 0);
}
