// The least integer has no quotient with -1.
// run: dunlin run
// paths: 2
// error: division-by-zero at 8
#include <klee/klee.h>

static int divide(int a, int b) {
    return a / b;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    return divide(x, -1) == 10;
}
