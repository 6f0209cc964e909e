// The same memory lives in both states, but in one of them a block is lost.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --leaks --match exact
// run: dunlin run --leaks --match covered
// run: dunlin run --leaks --match covered --search dfs
// run: dunlin run --leaks --match covered --search bfs
// error: memory-leak at 16
// run: dunlin run --match covered
#include <dunlin.h>
#include <stdlib.h>

static char *block;

int main(void) {
    int lose = dunlin_range(0, 2, "lose");
    block = malloc(8);
    if (lose == 0)
        free(block);
    block = NULL;
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 1;
    return 0;
}
