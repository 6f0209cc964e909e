// A call through a pointer of another type than the function's.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy ccbse:sdse
// verdict: reachable
#include <klee/klee.h>

static int handle(long n) {
    return n > 4; // target
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    int (*volatile f)(int) = (int (*)(int))handle;
    return f(n);
}
