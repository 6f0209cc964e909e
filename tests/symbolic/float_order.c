// A float is below zero, above zero, zero, or not a number.
// run: dunlin run
// paths: 4
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x < 0.0f)
        return 1;
    if (x > 0.0f)
        return 2;
    if (x == 0.0f)
        return 3;
    assert(x != x);
    return 0;
}
