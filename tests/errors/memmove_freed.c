// run: dunlin run
// error: use-after-free at 15
// report: use-after-free
// report: allocated at tests/errors/memmove_freed.c:11:18
// report: freed at tests/errors/memmove_freed.c:13:5
#include <stdlib.h>
#include <string.h>

int main(void) {
    char to[4] = {0};
    char *from = calloc(4, 1);
    volatile size_t n = 4;
    free(from);
    n--;
    memmove(to, from, n);
    return to[0];
}
