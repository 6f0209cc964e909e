// A character of a constant string at a symbolic index is an l or it is not.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 5);
    if ("hello"[i] == 'l')
        return 1;
    return 0;
}
