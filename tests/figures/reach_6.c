// Figure 6 of Directed Symbolic Execution: g is only called with m of at least 30, which the backward
// search does not know and the forward search does.
// run: dunlin reach --target @target --strategy mix:klee --max-cost 7000000
// run: dunlin reach --target @target --strategy mix:random-path --max-cost 7000000
// run: dunlin reach --target @target --strategy auto --max-cost 7000000
// verdict: reachable
#include <assert.h>
#include <klee/klee.h>

static void f(int m, int n) {
    int sum = 0;
    for (int i = 0; i < 6; i++) {
        int a = n % 2;
        if (a)
            sum += a + 1;
        n /= 2;
    }
    while (1) {
        if (sum == 0 && m == 37)
            assert(0); // target
    }
}

static void g(int m, int n) {
    for (int i = 0; i < 1000; i++) {
        if (m == i)
            f(m, n);
    }
}

static volatile int spent;

int main(void) {
    int m, n;
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&n, sizeof n, "n");
    // The backward search needs the time to find its way through f.
    for (int i = 0; i < 1000; i++)
        spent++;
    if (m >= 30)
        g(m, n);
    return 0;
}
