// Old and new state hold the same input: in one it is below 10, in the other it is not.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// run: dunlin run --match covered --search bfs
// error: assertion-failure at 19
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int x = dunlin_range(0, 30, "x"), more = 0;
    if (x < 10)
        more = 0;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 0;
    // Only where x is not below 10.
    assert(x + more != 25);
    return 0;
}
