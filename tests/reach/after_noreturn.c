// Nothing after a call that never returns is reached, whether the compiler knows that or not.
// run: dunlin reach --target @exit --target @leave
// run: dunlin reach --target @exit --target @leave --strategy ccbse:random-path
// verdict: unreachable
#include <klee/klee.h>
#include <stdlib.h>

static void leave(int status) {
    exit(status);
}

static int n;

static void first(void) {
    if (n > 5) {
        exit(1);
        n = 2; // target exit
    }
}

int main(void) {
    klee_make_symbolic(&n, sizeof n, "n");
    first();
    leave(n);
    n = 3; // target leave
    return n;
}
