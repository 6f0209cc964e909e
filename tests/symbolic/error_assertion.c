// An assertion that fails for one input.
// run: dunlin run
// paths: 2
// error: assertion-failure at 11
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    assert(x != 42);
    return 0;
}
