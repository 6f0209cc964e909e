// One index of five is outside: an error for it, and a path for the others.
// run: dunlin run
// paths: 2
// error: out-of-bounds-read at 13
#include <klee/klee.h>

static const int table[4] = {1, 2, 3, 4};

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i <= 4);
    int value = table[i];
    return value == 0;
}
