// The comparison is only looked at after the access.
// run: dunlin run --memory fork
// run: dunlin run --memory auto
// error: abort at 17
// error: out-of-bounds-write at 15
// error: null-dereference at 15
// replay: unconfirmed addresses p is the address of g here, and of nothing in a native run
#include <klee/klee.h>
#include <stdlib.h>
int g;
int main(void) {
    int *p;
    klee_make_symbolic(&p, sizeof p, "p");
    int same = p == &g;
    *p = 3;
    if (same)
        abort();
    return 0;
}
