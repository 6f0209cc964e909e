// Both states look alike, but in one of them a function is called at the end.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// error: assertion-failure at 11
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

static void handler(void) { assert(0); }

int main(void) {
    if (dunlin_range(0, 2, "register"))
        atexit(handler);
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 1;
    return 0;
}
