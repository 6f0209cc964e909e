// The contents are equal, the sizes are not.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// error: out-of-bounds-write at 17
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int large = dunlin_range(0, 2, "large");
    char *p = malloc(large ? 8 : 4);
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 1;
    // Only where it is small.
    p[5] = 1;
    return 0;
}
