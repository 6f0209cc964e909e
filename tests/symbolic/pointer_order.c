// The order and the difference of two pointers into one object follow the index.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    char text[4];
    char *p = &text[i], *middle = &text[2];
    assert(p - text == (long)i);
    if (p < middle)
        return 1;
    assert(i >= 2);
    return 0;
}
