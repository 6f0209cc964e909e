// The pointer is one of two by the input; the third function's address is taken, but never called.
// run: dunlin reach --target chosen --target other --target kept
// run: dunlin reach --target chosen --target other --target kept --strategy ccbse:sdse
// run: dunlin reach --target chosen --target other --target kept --strategy bfs
// verdict: chosen reachable
// verdict: other reachable
// verdict: kept unreachable
#include <klee/klee.h>

static int chosen(int n) {
    return n;
}

static int other(int n) {
    return n * 2;
}

static int kept(int n) {
    return n * 3;
}

int (*volatile spare)(int) = kept;

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    int (*call)(int) = n > 0 ? chosen : other;
    return call(n) + (spare == other);
}
