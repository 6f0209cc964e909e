// A call through a pointer with arguments of another type than the function's is not followed, and that is said.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy ccbse:sdse
// verdict: unknown
// reason: indirect call of `handle` with arguments of another type
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
