// The line of a header's function in both copies of it, out of reach in each.
// run: dunlin reach --target twice.h:5 inputs/other.c
// run: dunlin reach --target twice.h:5 --strategy sdse inputs/other.c
// verdict: unreachable
// reason: all paths were explored
#include "inputs/twice.h"

int other(int n);

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n < 50);
    return limited(n, 60) + other(n) == 120;
}
