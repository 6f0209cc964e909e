// A shift by an input: 8 only for 3.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 32);
    if (1u << n == 8) {
        assert(n == 3);
        return 1;
    }
    return 0;
}
