// All sizes are explored: what is right is proved, and what no size reaches.
// run: dunlin run
// paths: 32
// run: dunlin reach --target @dead
// verdict: @dead unreachable
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    unsigned n = klee_range(0, 32, "n");
    int *p = malloc(n * sizeof *p);
    for (unsigned i = 0; i < n; i++) p[i] = i;
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += p[i];
    if (sum > 496)
        sum = 0; // target dead
    free(p);
    return 0;
}
