// On one way the middle of an object is freed, on another a variable.
// run: dunlin run
// run: dunlin run --backward-from error_invalid_free.c:15
// error: invalid-free at 13
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(8), *q = p;
    int x = dunlin_range(0, 10, "x");
    if (x == 7)
        q = p + 1;
    free(q);
    x++;
    return 0;
}
