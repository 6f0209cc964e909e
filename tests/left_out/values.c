// A function of the C library that takes numbers only: of more than 4,096 values none is explored.
// run: dunlin run
// paths: 0
// left-out: over 4096 values
// run: dunlin reach --target @target --no-replay
// verdict: @target unknown
// reason: over 4096 values
#include <klee/klee.h>
#include <math.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (pow(x, 1.5) == 8.0)
        return 1; // target
    return 0;
}
