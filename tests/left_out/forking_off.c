// With forking off one side of each condition is explored: that is said, whatever the order.
// run: dunlin run
// run: dunlin run --workers 2
// run: dunlin run --search random-path
// run: dunlin run --fold-conditions off
// paths: 1
// left-out: only one of 2 possible sides was explored
// stderr: incomplete
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_set_forking(0);
    if (x == 7)
        return 1;
    klee_set_forking(1);
    return 0;
}
