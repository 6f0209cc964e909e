// Functions with a body: one that is called, a static one, one that is called where nobody comes, one
// that nobody calls.
// run: dunlin reach --target plain --target hidden --target late --target never --strategy klee
// run: dunlin reach --target plain --target hidden --target late --target never
// verdict: plain reachable
// verdict: hidden reachable
// verdict: late unreachable
// verdict: never unreachable
// reason: no path in the call graph
// reason: all paths were explored
#include <klee/klee.h>

int plain(int n) {
    return n + 1;
}

static int hidden(int n) {
    return n + 2;
}

int late(int n) {
    return n + 3;
}

int never(int n) {
    return plain(n) + late(n);
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 12345)
        return plain(n);
    if (n > 10 && hidden(n) == 5)
        return late(n);
    return 0;
}
