// The check of the range lets one byte too many in.
// run: dunlin run --memory fork
// run: dunlin run --memory ite
// run: dunlin run --memory segments
// run: dunlin run --memory static-segments
// run: dunlin run --memory auto
// error: out-of-bounds-write at 15
// replay: unconfirmed addresses p is an address in b here, and none in a native run
#include <klee/klee.h>
char b[4];
int main(void) {
    char *p;
    klee_make_symbolic(&p, sizeof p, "p");
    if (p >= b && p <= b + 4) {
        *p = 3;
    }
    return 0;
}
