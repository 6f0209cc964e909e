// Two names of one object are both freed on the way to the end of main.
// run: dunlin run
// run: dunlin run --backward-from error_double_free.c:14
// error: double-free at 13
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    char *p = malloc(4), *q = malloc(4), *first = p;
    if (dunlin_int("x") == 8464)
        first = q;
    free(q);
    free(first);
    return 0;
}
