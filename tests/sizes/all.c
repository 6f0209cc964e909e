// At most 64 sizes: all of them are explored, and the run is complete.
// run: dunlin run --memory fork
// run: dunlin run --memory auto
// run: dunlin run --memory segments
// error: out-of-bounds-write at 15
// paths: 56
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned n = klee_range(0, 56, "n");
    char *p = malloc(n);
    memset(p, 1, n);
    if (n == 37)
        p[37] = 2;
    free(p);
    return 0;
}
