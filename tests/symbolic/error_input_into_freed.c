// What was freed cannot become input.
// run: dunlin run
// paths: 1
// error: use-after-free at 11
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(8);
    free(p);
    klee_make_symbolic(p, 8, "freed");
    return 0;
}
