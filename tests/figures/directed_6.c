// Figure 6 of Directed Symbolic Execution, with a loop to 40 instead of 1,000 and a return instead of
// the loop without end. For each m from 30 to 39 the six lowest bits of n decide 2^6 paths; m is below
// 30 or above 39 on one path each: 642. The assertion fails for m = 37 when all six bits are 0.
// run: dunlin run
// paths: 642
// error: assertion-failure at 21
#include <assert.h>
#include <klee/klee.h>

static void f(int m, int n) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        int a = n % 2;
        if (a) {
            sum += a + 1;
        }
        n /= 2;
    }
    if (sum == 0) {
        if (m == 37) {
            assert(0);
        }
    }
}

static void g(int m, int n) {
    for (int i = 0; i < 40; i++) {
        if (m == i) {
            f(m, n);
        }
    }
}

int main(void) {
    int m, n;
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 0);
    if (m >= 30) {
        g(m, n);
    }
    return 0;
}
