// A function is called through a pointer of another type: no type may exclude a callee.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy sdse
// run: dunlin reach --target @target --strategy ccbse:random-path
// run: dunlin reach --target @target --strategy klee
// verdict: reachable
#include <klee/klee.h>

static int hidden(int *n) {
    if (*n == 77)
        return 1; // target
    return 0;
}

static int apply(void (*function)(void), int *n) {
    return ((int (*)(void *))function)(n);
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    return apply((void (*)(void))hidden, &n);
}
