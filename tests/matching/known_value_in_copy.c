// The length of a copy. x == 5 makes x a plain number; in the other state it is not.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// run: dunlin run --match covered --search bfs
// error: out-of-bounds-write at 24
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>
#include <string.h>

static volatile int sink;
static char table[7], from[16];

int main(void) {
    int x = dunlin_range(0, 10, "x");
    if (x == 5)
        sink = 1;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 0;
    // Only where x is not 5.
    memcpy(table, from, x);
    return table[0] + from[0];
}
