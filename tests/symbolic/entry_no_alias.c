// Two pointers lead to different objects by default.
// run: dunlin run --entry transfer
// replay: off a native run cannot make the objects of a lazy start
// paths: 3
// error: null-dereference at 11
// error: null-dereference at 12
#include <assert.h>

void transfer(int *from, int *to) {
    int before;
    before = *from;
    *to = 1;
    assert(*from == before);
}
