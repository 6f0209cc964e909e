// What was seen first knows x < 10, what comes then x < 20: it is not covered.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// run: dunlin run --match covered --search bfs
// error: assertion-failure at 22
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int x = 0, rounds = 0;
    while (1) {
        int y = dunlin_int("y");
        if (y < 0 || y >= (rounds ? 20 : 10))
            return 0;
        x = y;
        rounds = 1;
        if (dunlin_int("check") == 4)
            // Only from the second round on.
            assert(x != 15);
    }
}
