// A write out of bounds ends the path before the target: with an index inside it is reached, with
// those that are outside it is not.
// run: dunlin reach --target @inside --target @outside
// run: dunlin reach --target @inside --target @outside --strategy sdse
// run: dunlin reach --target @inside --target @outside --strategy ccbse:sdse
// verdict: @inside reachable
// verdict: @outside unreachable
// stderr: ends in out-of-bounds-write
#include <klee/klee.h>

int main(void) {
    int numbers[4] = {0, 0, 0, 0};
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 100);
    numbers[i] = 1;
    if (i >= 4)
        return 1; // target outside
    return numbers[0]; // target inside
}
