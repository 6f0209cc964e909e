// Figure 4 of Directed Symbolic Execution. Calls of f with m below 7 never return; from f alone the
// path to the assertion is soon found, and main follows it when m is 7.
// run: dunlin reach --target @target --strategy ccbse:sdse --max-cost 200000
// run: dunlin reach --target @target --strategy ccbse:sdse-intra --max-cost 200000
// run: dunlin reach --target @target --strategy ccbse:random-path --max-cost 5000000
// run: dunlin reach --target @target --strategy mix:klee --max-cost 5000000
// run: dunlin reach --target @target --strategy auto --max-cost 700000
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
        if (sum == 0 && m == 7)
            assert(0); // target
    }
}

int main(void) {
    int m, n;
    klee_make_symbolic(&m, sizeof m, "m");
    klee_make_symbolic(&n, sizeof n, "n");
    for (int i = 0; i < 1000; i++) {
        if (m == i)
            f(m, n);
    }
    return 0;
}
