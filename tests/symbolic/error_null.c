// A pointer that is set for one input only.
// run: dunlin run
// paths: 2
// error: null-dereference at 13
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int y = 0, *p = 0;
    if (x == 7)
        p = &y;
    *p = 1;
    return y;
}
