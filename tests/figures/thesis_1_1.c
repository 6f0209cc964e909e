// Figure 1.1 of the thesis on memory models, whose execution tree is Figure 2.1: three leaves, one
// for each return, and a test for each.
// run: dunlin run
// run: dunlin run --fold-conditions off
// paths: 3
// tests: 3
// error: none
#include <klee/klee.h>

static int get_sign(int x) {
    if (x == 0) {
        return 0;
    }

    if (x < 0) {
        return -1;
    } else {
        return 1;
    }
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    return get_sign(x) + 1;
}
