// An uninitialised local is zero, also beside symbolic input: a path that depends on it would not be
// one that a test can lead to.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    int local;
    if (x > 5)
        local = 1;
    assert(local == 0 || x > 5);
    return local;
}
