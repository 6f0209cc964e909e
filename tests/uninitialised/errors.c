// Errors that depend on what was not written are confirmed: the native run gets the same bytes.
// run: dunlin run
// error: assertion-failure at 12
// error: division-by-zero at 14
// error: out-of-bounds-write at 17
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int a[3], n, table[4] = {0};
    int *p = malloc(8);
    a[0] = 1;
    assert(a[2] != 99);
    int quotient = 0;
    quotient = 10 / n;
    if (p[1] < 0)
        return quotient;
    table[p[1]] = 1;
    return 0;
}
