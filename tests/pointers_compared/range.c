// After a check of the range, every byte of the array is meant and nothing else: no error.
// run: dunlin run --memory fork
// run: dunlin run --memory ite
// run: dunlin run --memory segments
// run: dunlin run --memory static-segments
// run: dunlin run --memory auto
// run: dunlin run -m32
// replay: unconfirmed addresses p is an address in b here, and none in a native run
#include <klee/klee.h>
#include <stdlib.h>
char a[4], b[4], c[4];
int main(void) {
    char *p;
    klee_make_symbolic(&p, sizeof p, "p");
    if (p >= b && p < b + 4) {
        *p = 3;
        if (b[0] + b[1] + b[2] + b[3] != 3) abort();
        if (a[0] || a[3] || c[0] || c[3]) abort();
    }
    return 0;
}
