// A read at a symbolic index: one element is 3, three are not.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

static const int table[4] = {1, 2, 3, 4};

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    if (table[i] == 3)
        return 1;
    return 0;
}
