// A condition that no input meets, found so by the solver with every strategy.
// run: dunlin reach --target @target --strategy dfs
// run: dunlin reach --target @target --strategy bfs
// run: dunlin reach --target @target --strategy random-path
// run: dunlin reach --target @target --strategy random-state
// run: dunlin reach --target @target --strategy coverage
// run: dunlin reach --target @target --strategy klee
// run: dunlin reach --target @target --strategy generational
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy sdse-intra
// run: dunlin reach --target @target --strategy ccbse:coverage
// run: dunlin reach --target @target --strategy mix:sdse-intra
// run: dunlin reach --target @target --strategy auto
// verdict: unreachable
#include <klee/klee.h>

static int odd_square(unsigned char a) {
    unsigned square = a * a;
    if (square % 4 == 2)
        return 1; // target
    return 0;
}

int main(void) {
    unsigned char a;
    klee_make_symbolic(&a, sizeof a, "a");
    if (a > 10)
        return odd_square(a);
    return odd_square(a + 1);
}
