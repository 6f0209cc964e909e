// Questions about the 80-bit numbers of the x87.
#include <klee/klee.h>

int main(void) {
    long double x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    if (x * y == 7.25L && x / y > 1.5L && x > 3.0L && y * y * x < 20.0L)
        return 1;
    return 0;
}
