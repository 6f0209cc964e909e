// A constant cannot become input.
// run: dunlin run
// paths: 1
// error: out-of-bounds-write at 10
#include <klee/klee.h>

static const int constant = 4;

int main(void) {
    klee_make_symbolic((void *)&constant, sizeof constant, "constant");
    return constant == 4;
}
