// The line is not reached, however long the program runs.
// replay: off the program has no end
// run: dunlin reach --target @target --strategy dfs
// run: dunlin reach --target @target --strategy bfs
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy klee
// run: dunlin reach --target @target --strategy auto --match exact
// verdict: unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int a = 0, b = 1;
    while (1) {
        int input = dunlin_int("input");
        if (input > 5) {
            a = !a;
            b = !b;
        }
        if (a == b)
            seen = 1; // target
    }
}
