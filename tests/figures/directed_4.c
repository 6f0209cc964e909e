// Figure 4 of Directed Symbolic Execution, with a loop to 10 instead of 1,000 and a return instead of
// the loop without end. For each m below 10 the six lowest bits of n decide 2^6 paths; one more path
// has no such m: 641. The assertion fails for m = 7 when all six bits are 0.
// run: dunlin run
// paths: 641
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
        if (m == 7) {
            assert(0);
        }
    }
}

int main(void) {
    int m, n;
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n >= 0);
    for (int i = 0; i < 10; i++) {
        if (m == i) {
            f(m, n);
        }
    }
    return 0;
}
