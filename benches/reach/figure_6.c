// Figure 6 of Directed Symbolic Execution: Figure 4 with one more function between. The backward search
// does not know that m is at least 30 and tries f for all smaller ones; the forward search knows it, and
// main runs long enough for the backward search to find the way through f before f is called.
// Reached by: m = 37, n = 0.
#include <klee/klee.h>
#include <stdlib.h>

static int prepared;

static void f(int m, int n) {
    int i, a, sum = 0;
    for (i = 0; i < 6; i++) {
        a = n % 2;
        if (a)
            sum += a + 1;
        n /= 2;
    }
    while (1) {
        if (sum == 0 && m == 37)
            abort(); // target
    }
}

static void g(int m, int n) {
    int i;
    for (i = 0; i < 1000; i++)
        if (m == i)
            f(m, n);
}

static void prepare(void) {
    for (int i = 0; i < 1000; i++)
        prepared += i % 7;
}

int main(void) {
    int m, n;
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&n, sizeof n, "n");
    prepare();
    if (m >= 30)
        g(m, n);
    return 0;
}
