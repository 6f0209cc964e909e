// One of three numbers.
// run: dunlin run
// paths: 3
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned long x = klee_choose(3);
    if (x == 0)
        return 1;
    if (x == 1)
        return 2;
    assert(x == 2);
    return 0;
}
