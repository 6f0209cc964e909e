// Wherever a write at a symbolic index goes, it changes one element.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    int values[4] = {0, 0, 0, 0};
    values[i] = 7;
    assert(values[0] + values[1] + values[2] + values[3] == 7);
    assert(values[i] == 7);
    return 0;
}
