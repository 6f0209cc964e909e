// A loop to a bound from 0 to 5.
// run: dunlin run
// paths: 6
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned n, count = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n <= 5);
    for (unsigned i = 0; i < n; i++)
        count++;
    assert(count == n);
    return 0;
}
