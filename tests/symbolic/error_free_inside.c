// A pointer that is moved for some inputs.
// run: dunlin run
// paths: 2
// error: invalid-free at 14
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *p = malloc(4);
    if (x > 100)
        p++;
    free(p);
    return 0;
}
