// A shift that is too wide for some inputs.
// run: dunlin run --check-shift
// paths: 2
// error: over-wide-shift at 10
#include <klee/klee.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    unsigned y = 1u << n;
    return y == 5;
}
