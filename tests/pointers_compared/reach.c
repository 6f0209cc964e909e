// What lies behind an access through an input is reachable where the input is known to be an address, and
// where it can be one that an input was compared with.
// run: dunlin reach --target @known
// verdict: @known reachable
// replay: off p is the address of g here, and of nothing in a native run
// run: dunlin reach --target @wrong
// verdict: @wrong unreachable
// run: dunlin reach --target @possible
// verdict: @possible reachable
// replay: off q is the address of g here, and of nothing in a native run
#include <klee/klee.h>
#include <stdlib.h>
int g, h;
int main(void) {
    int *p, *q;
    klee_make_symbolic(&p, sizeof p, "p");
    klee_make_symbolic(&q, sizeof q, "q");
    if (p == &g) {
        *p = 3;
        if (g == 3)
            h = 1; // target known
        else
            h = 2; // target wrong
        return 0;
    }
    *q = 3;
    h = 3; // target possible
    return 0;
}
