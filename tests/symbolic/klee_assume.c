// An assumption that cannot hold ends the path quietly.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 5)
        klee_assume(x < 3);
    assert(x <= 5);
    return 0;
}
