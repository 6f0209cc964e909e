// An assertion of klee.h.
// run: dunlin run
// paths: 2
// error: assertion-failure at 10
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assert(x != 42);
    return 0;
}
