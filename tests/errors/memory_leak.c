// A leak is reported where the object was allocated.
// run: dunlin run --leaks
// error: memory-leak at 9
// report: memory-leak
// report: allocated
#include <stdlib.h>

static void work(void) {
    int *p = malloc(sizeof *p);
    *p = 1;
}

int main(void) {
    work();
    return 0;
}
