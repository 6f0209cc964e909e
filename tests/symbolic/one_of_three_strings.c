// A pointer from a table at a symbolic index refers to one of three strings: one path for each, or one for
// all, since no branch depends on it.
// run: dunlin run --memory fork
// paths: 3
// error: none
// run: dunlin run
// paths: 1
// error: none
#include <klee/klee.h>

static const char *const names[3] = {"a", "bc", "def"};

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 3);
    return names[i][0] == 'b';
}
