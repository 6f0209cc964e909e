// What depends on an input is symbolic.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int y = 5;
    assert(klee_is_symbolic(x));
    assert(klee_is_symbolic(x + y));
    assert(!klee_is_symbolic(y));
    return 0;
}
