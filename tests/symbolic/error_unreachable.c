// Code that should not be reached, and is for one input.
// run: dunlin run
// paths: 2
// error: reached-unreachable at 11
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        __builtin_unreachable();
    return 0;
}
