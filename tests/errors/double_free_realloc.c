// realloc frees the old object: another free of it is the second.
// run: dunlin run
// error: double-free at 13
// report: double-free
// report: freed at tests/errors/double_free_realloc.c:11:15
#include <stdlib.h>

int main(void) {
    char *p = malloc(3);
    volatile size_t large = 100000;
    char *q = realloc(p, large);
    q[0] = 1;
    free(p);
    free(q);
    return 0;
}
