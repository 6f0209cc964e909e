// A pointer that was found to be the address of a variable leads there; elsewhere it leads nowhere.
// run: dunlin run --memory fork
// run: dunlin run --memory ite
// run: dunlin run --memory segments
// run: dunlin run --memory static-segments
// run: dunlin run --memory auto
// error: out-of-bounds-write at 21
// report: write of 4 bytes at an address that depends on the input and can belong to no object
// replay: unconfirmed addresses p is the address of g here, and of nothing in a native run
#include <klee/klee.h>
#include <stdlib.h>
int g;
int main(void) {
    int *p;
    klee_make_symbolic(&p, sizeof p, "p");
    klee_assume(p != 0 && (unsigned long)p >> 16 != 0);
    klee_assume((unsigned long)p >= 4096);
    if (p == &g) {
        *p = 3;
    } else if (klee_range(0, 2, "wild")) {
        *p = 4;
    }
    if (g == 3) return 3;
    if (g == 4) abort();
    return 0;
}
