// A pointer from a table at a symbolic index refers to one of three strings: one path for each.
// run: dunlin run
// paths: 3
// error: none
#include <klee/klee.h>

static const char *const names[3] = {"a", "bc", "def"};

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 3);
    return names[i][0] == 'b';
}
