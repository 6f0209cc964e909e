// A lock that is taken and given back for ever has two states.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run
// run: dunlin run --workers 2
// run: dunlin run --search dfs
// run: dunlin run --search bfs
// paths: 0
// stderr: no errors: all 2 states of the loop at
// stderr: the program does not end by itself
// verdict: no-errors
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int locked = 0;
    while (1) {
        int input = dunlin_int("input");
        if (input == 1 && !locked)
            locked = 1;
        else if (input == 2 && locked)
            locked = 0;
        assert(locked == 0 || locked == 1);
    }
}
