// Calls of library functions as targets, confirmed natively.
// run: dunlin reach --target abort --target exit --target __assert_fail
// run: dunlin reach --target abort --target exit --target __assert_fail --strategy generational
// verdict: reachable
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n == 31)
        abort();
    if (n == 33)
        exit(4);
    assert(n != 77);
    return 0;
}
