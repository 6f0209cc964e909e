// A copy of a symbolic size that may be one byte too large.
// run: dunlin run
// error: out-of-bounds-write at 12
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[8] = {1, 2, 3, 4, 5, 6, 7, 8}, to[4];
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 5);
    memcpy(to, from, n);
    return 0;
}
