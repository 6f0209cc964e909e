// Either of two blocks is lost, never both: the garbage of the two states is of different places.
// run: dunlin run --leaks --match off
// run: dunlin run --leaks --match exact
// run: dunlin run --leaks --match covered
// error: memory-leak at 15
// error: memory-leak at 17
#include <dunlin.h>
#include <stdlib.h>

static char *block;

int main(void) {
    int which = dunlin_range(0, 2, "which");
    if (which)
        block = malloc(8);
    else
        block = malloc(8);
    block = NULL;
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 1;
    return 0;
}
