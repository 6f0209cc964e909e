// Forking is off, but nothing is left out: no condition has two sides.
// run: dunlin run
// paths: 2
// exit: 0
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3) {
        klee_set_forking(0);
        if (x > 2)
            return 1;
    }
    return 0;
}
