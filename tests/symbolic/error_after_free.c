// An object that is freed for some inputs.
// run: dunlin run
// paths: 2
// error: use-after-free at 14
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *p = malloc(4);
    if (x > 100)
        free(p);
    *p = 1;
    return 0;
}
