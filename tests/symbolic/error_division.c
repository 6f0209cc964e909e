// A divisor that may be zero.
// run: dunlin run
// paths: 2
// error: division-by-zero at 10
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    return 100 / x == 10;
}
