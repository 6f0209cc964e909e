// An object that is not freed for one input.
// run: dunlin run --leaks
// paths: 2
// error: memory-leak at 9
#include <klee/klee.h>
#include <stdlib.h>

static void work(int x) {
    char *p = malloc(4);
    if (x != 42)
        free(p);
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    work(x);
    return 0;
}
