// Two pointers that may be the same, when that is asked for.
// run: dunlin run --entry transfer --lazy-alias on
// replay: off a native run cannot make the objects of a lazy start
// paths: 5
// error: null-dereference at 12
// error: null-dereference at 13
// error: assertion-failure at 14
#include <assert.h>

void transfer(int *from, int *to) {
    int before;
    before = *from;
    *to = 1;
    assert(*from == before);
}
