// Only what fits is stored, the whole length is returned.
// run: dunlin run
// paths: 5
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    unsigned short x;
    klee_make_symbolic(&x, sizeof x, "x");
    char out[4] = "...";
    int length = snprintf(out, 3, "%hu", x);
    assert(length == (x < 10 ? 1 : x < 100 ? 2 : x < 1000 ? 3 : x < 10000 ? 4 : 5));
    assert(out[length < 2 ? length : 2] == 0);
    return 0;
}
