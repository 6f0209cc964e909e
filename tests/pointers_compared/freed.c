// The object that an input was found to be the address of is freed before it is used.
// run: dunlin run --memory fork
// run: dunlin run --memory auto
// error: use-after-free at 15
// error: double-free at 17
// replay: unconfirmed addresses p is the address of h here, and of nothing in a native run
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
    char *p, *h = malloc(8);
    klee_make_symbolic(&p, sizeof p, "p");
    if (p != h) return 0;
    free(h);
    if (klee_range(0, 2, "read"))
        return *p;
    else
        free(p);
    return 0;
}
