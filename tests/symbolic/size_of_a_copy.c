// A copy of a symbolic size that always fits.
// run: dunlin run
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[4] = {1, 2, 3, 4}, to[4] = {0, 0, 0, 0};
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 4);
    memcpy(to, from, n);
    assert(to[3] == (n == 4 ? 4 : 0));
    return 0;
}
