// A question that takes any solver long: two factors of a product of two large primes.
#include <klee/klee.h>

int main(void) {
    unsigned long x, y;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&y, sizeof y, "y");
    if (x > 1 && y > 1 && x < 1ul << 32 && y < 1ul << 32 && x * y == 9345208821757322069ul)
        return 1;
    return 0;
}
