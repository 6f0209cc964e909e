// Two pointers that may be the same, when that is asked for.
// run: dunlin run --entry transfer --lazy-alias on
// paths: 5
// error: null-dereference at 11
// error: null-dereference at 12
// error: assertion-failure at 13
#include <assert.h>

void transfer(int *from, int *to) {
    int before;
    before = *from;
    *to = 1;
    assert(*from == before);
}
