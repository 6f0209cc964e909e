// The end of a path by an error.
// run: dunlin run
// paths: 2
// error: abort at 11
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        klee_abort();
    return 0;
}
