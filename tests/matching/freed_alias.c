// The pointer that is read is an alias of the freed one in one state only.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: use-after-free at 19
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    char *a = calloc(1, 4), *b = calloc(1, 4), *p = a;
    if (dunlin_range(0, 2, "alias"))
        p = b;
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            break;
    free(a);
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return p[0];
    return 0;
}
