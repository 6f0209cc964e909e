// Without folding, each part of a condition is a branch: too small, too large, neither.
// run: dunlin run --fold-conditions off
// paths: 3
// error: none
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3 && x < 9)
        return 1;
    return 0;
}
