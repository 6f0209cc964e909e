// x == 5 makes x a plain number, and nobody is asked about it any more. Where x is not 5, the same
// lines do something else.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// run: dunlin run --match covered --search bfs
// error: assertion-failure at 23
#include <assert.h>
#include <dunlin.h>

static volatile int sink;

int main(void) {
    int x = dunlin_range(0, 10, "x");
    if (x == 5)
        sink = 1;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 0;
    int y = x * 3 + 1;
    // Only where x is 7.
    assert(y != 22);
    return 0;
}
