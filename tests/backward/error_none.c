// Nothing is wrong on any way to the end of main, though some of it looks so.
// run: dunlin run --leaks
// run: dunlin run --leaks --backward-from error_none.c:16
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p), i = dunlin_range(0, 4, "i"), *q = NULL;
    if (i < 2)
        q = p + i;
    if (q)
        *q = 3;
    int value = i < 2 ? *q : 0;
    free(i < 2 ? q - i : p);
    value++;
    return value;
}
