// A write at a symbolic index may or may not have hit element 2.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    int values[4] = {0, 0, 0, 0};
    values[i] = 7;
    if (values[2] == 7)
        return 1;
    return 0;
}
