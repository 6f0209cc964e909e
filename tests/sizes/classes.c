// Sizes that the program's constants tell apart: the smallest and the greatest show nothing.
// run: dunlin run --memory fork
// run: dunlin run --memory auto
// run: dunlin run -m32
// error: out-of-bounds-write at 14
// stderr: malloc(n) at
// stderr: only n = 0
// stderr: --capacity 4096
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    size_t n = klee_int("n");
    char *p = malloc(n);
    if (n > 4 && n < 100) p[7] = 1;
    free(p);
    return 0;
}
