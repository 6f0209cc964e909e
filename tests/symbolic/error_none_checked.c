// What is not asked for is not reported: only the overflow is.
// run: dunlin run --check-overflow
// paths: 2
// error: signed-overflow at 13
#include <klee/klee.h>

int main(void) {
    int x;
    unsigned n;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&n, sizeof n, "n");
    unsigned y = 1u << n;
    int z = x + 1;
    return (y == 5) & (z == 5);
}
