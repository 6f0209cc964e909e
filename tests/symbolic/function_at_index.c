// A call through a table at a symbolic index: one path for each function.
// run: dunlin run
// paths: 3
// error: none
#include <assert.h>
#include <klee/klee.h>

static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }

static int (*const functions[3])(void) = {one, two, three};

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 3);
    assert(functions[i]() == (int)i + 1);
    return 0;
}
