// With -O1 the function is inlined into its two callers; the line has a copy in each.
// run: dunlin reach -O1 --target @target
// run: dunlin reach -O1 --target @target --strategy ccbse:sdse
// run: dunlin reach --target @target
// verdict: reachable
#include <klee/klee.h>

static volatile int seen;

static inline void note(int n) {
    if (n > 10)
        seen = n; // target
}

__attribute__((noinline)) static void low(int n) {
    if (n < 5)
        note(n);
}

__attribute__((noinline)) static void high(int n) {
    if (n > 1000)
        note(n);
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    low(n);
    high(n);
    return 0;
}
