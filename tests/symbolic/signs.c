// An input of a small signed type is negative or it is not.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    signed char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < 0) {
        assert((unsigned char)x >= 128);
        return 1;
    }
    return 0;
}
