// Two functions that call each other; the origin of the backward search is on a cycle of calls.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy ccbse:sdse
// run: dunlin reach --target @target --strategy ccbse:random-path
// verdict: reachable
#include <klee/klee.h>

static int odd(unsigned n);

static int even(unsigned n) {
    if (n == 0)
        return 1; // target
    return odd(n - 1);
}

static int odd(unsigned n) {
    if (n == 0)
        return 0;
    return even(n - 1);
}

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n > 2 & n < 9);
    return odd(n);
}
