// A sum of doubles: 3 only for 2.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x + 1.0 == 3.0) {
        assert(x > 1.9 && x < 2.1);
        return 1;
    }
    return 0;
}
