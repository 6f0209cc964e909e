// run: dunlin run
// run: dunlin run -m32
// error: double-free at 10
// report: double-free
// report: freed
// report: release
#include <stdlib.h>

static void release(char *p) {
    free(p);
}

int main(void) {
    char *p = malloc(8);
    release(p);
    release(p);
    return 0;
}
