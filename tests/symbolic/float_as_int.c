// A float is cut off to 7 or it is not.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    float x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume((x >= 0.0f) & (x < 100.0f));
    if ((int)x == 7) {
        assert(x >= 7.0f && x < 8.0f);
        return 1;
    }
    return 0;
}
