// The contents are equal, but which of the two blocks comes first is asked by comparing pointers.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// error: assertion-failure at 23
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int swap = dunlin_range(0, 2, "swap");
    char *first = calloc(1, 8), *second = calloc(1, 8), *kept = first;
    if (swap) {
        char *other = first;
        first = second;
        second = other;
    }
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 0;
    // Only where they were swapped.
    assert(kept == first);
    return 0;
}
