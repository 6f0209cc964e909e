// A sum that does not fit for one input.
// run: dunlin run --check-overflow
// paths: 2
// error: signed-overflow at 10
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int y = x + 1;
    return y == 5;
}
