// One index of five is outside: an error for it, and a path for the others.
// run: dunlin run
// paths: 2
// error: out-of-bounds-write at 12
#include <klee/klee.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i <= 4);
    char text[4];
    text[i] = 1;
    return 0;
}
