// A symbolic floating-point number is not formatted into memory.
// run: dunlin run
// unsupported: a symbolic floating-point number formatted into memory
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    double x;
    klee_make_symbolic(&x, sizeof x, "x");
    char out[400];
    return sprintf(out, "%f", x);
}
