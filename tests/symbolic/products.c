// A product of an input with itself: 49 only for 7.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x * x == 49) {
        assert(x == 7);
        return 1;
    }
    return 0;
}
