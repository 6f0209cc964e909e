// A number of a range.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x = klee_range(3, 10, "x");
    assert(x >= 3 && x < 10);
    if (x == 9)
        return 1;
    return 0;
}
