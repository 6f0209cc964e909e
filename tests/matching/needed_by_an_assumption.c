// That x is below 10 closes only an assumption below. The state where it is not must go through it.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// error: assertion-failure at 20
#include <assert.h>
#include <dunlin.h>

static volatile int sink;

int main(void) {
    int x = dunlin_int("x");
    if (x < 10)
        sink = 1;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 0;
    dunlin_assume(x > 20);
    assert(x < 15);
    return 0;
}
