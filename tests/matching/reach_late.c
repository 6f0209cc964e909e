// The line is reached after seven rounds of the right inputs.
// replay: off the program has no end
// run: dunlin reach --target @target --strategy dfs
// run: dunlin reach --target @target --strategy bfs
// run: dunlin reach --target @target --strategy sdse --match exact
// run: dunlin reach --target @target --strategy klee
// verdict: reachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int n = 0;
    while (1) {
        int input = dunlin_int("input");
        n = input == n * 3 ? n + 1 : 0;
        if (n == 7) {
            seen = 1; // target
            n = 0;
        }
    }
}
