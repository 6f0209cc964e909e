// An allocation whose size is an input that can have only one value.
// run: dunlin run
// paths: 1
// error: out-of-bounds-write at 14
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == 8);
    char *p = malloc(n);
    p[7] = 1;
    p[8] = 1;
    return 0;
}
