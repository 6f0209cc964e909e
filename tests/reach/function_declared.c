// Functions without a body in the program: every call of them is the target.
// run: dunlin reach --target abort --target reach_error --target __assert_fail --target exit
// run: dunlin reach --target abort --target reach_error --target __assert_fail --target exit --strategy bfs
// verdict: abort reachable
// verdict: reach_error reachable
// verdict: __assert_fail unreachable
// verdict: exit reachable
// replay: off reach_error is defined nowhere
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

extern void reach_error(void);

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    assert(n / 2 <= 0x3fffffff);
    if (n == 31)
        abort();
    if (n == 32)
        reach_error();
    if (n == 33)
        exit(4);
    return 0;
}
