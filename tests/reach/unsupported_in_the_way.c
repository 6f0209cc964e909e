// An undefined function stands before the target: nobody knows what it does.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy ccbse:sdse
// verdict: unknown
// reason: could not be followed
// stderr: mystery
#include <klee/klee.h>

int mystery(int n);

static int late(int n) {
    if (n == 4)
        return 1; // target
    return 0;
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    n = mystery(n);
    return late(n);
}
