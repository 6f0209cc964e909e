// That x is small is used only behind two loops, by a check of bounds.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// error: out-of-bounds-read at 22
#include <dunlin.h>

static int table[10];
static volatile int sink;

int main(void) {
    unsigned x = dunlin_range(0, 13, "x");
    if (x < 10)
        sink = 1;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "first") == 1)
            return 0;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "second") == 1)
            return 1;
    return table[x];
}
