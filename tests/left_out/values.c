// A number that must be concrete: of one with more than 4,096 values none is explored.
// run: dunlin run
// paths: 0
// left-out: over 4096 values
// run: dunlin reach --target @target --no-replay
// verdict: @target unknown
// reason: over 4096 values
#include <klee/klee.h>

char buffer[8];

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_check_memory_access(buffer, x);
    return 0; // target
}
