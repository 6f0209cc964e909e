// A recursion to a depth from 0 to 4.
// run: dunlin run
// paths: 5
// error: none
#include <assert.h>
#include <klee/klee.h>

static unsigned depth(unsigned n) {
    if (n == 0)
        return 0;
    return depth(n - 1) + 1;
}

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 4);
    assert(depth(n) == n);
    return 0;
}
