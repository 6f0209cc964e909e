// A text is copied into a block whose size the input decides.
// run: dunlin run
// error: out-of-bounds-write at 11
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    size_t n = klee_int("n");
    if (n < 10) return 0;
    char *p = malloc(n);
    strcpy(p, "twelve chars");
    free(p);
    return 0;
}
