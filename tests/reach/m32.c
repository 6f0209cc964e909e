// With 32 bits a long overflows where it does not with 64.
// run: dunlin reach -m32 --target @target
// run: dunlin reach -m32 --target @target --strategy ccbse:sdse
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    unsigned n;
    klee_make_symbolic(&n, sizeof n, "n");
    unsigned long twice = (unsigned long)n + n;
    if (twice < n)
        return 1; // target
    return 0;
}
