// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-read at 10
// report: out-of-bounds-read
#include <stdlib.h>

int main(void) {
    int *p = calloc(4, sizeof *p);
    volatile int at = -1;
    int value = p[at];
    free(p);
    return value;
}
