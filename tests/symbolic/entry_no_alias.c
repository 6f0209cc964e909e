// Two pointers lead to different objects by default.
// run: dunlin run --entry transfer
// paths: 3
// error: null-dereference at 10
// error: null-dereference at 11
#include <assert.h>

void transfer(int *from, int *to) {
    int before;
    before = *from;
    *to = 1;
    assert(*from == before);
}
