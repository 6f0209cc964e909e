// An uninitialised local beside symbolic input: zero, or anything if that is asked for.
// run: dunlin run --uninitialised symbolic
// error: assertion-failure at 15
// run: dunlin run --uninitialised zero
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
    return local != 0;
}
