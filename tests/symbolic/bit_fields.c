// Bit-fields of a symbolic struct: the first is wrong, the second is wrong, or both are right.
// run: dunlin run
// paths: 3
// error: none
#include <assert.h>
#include <klee/klee.h>

struct header {
    unsigned version : 3;
    unsigned length : 5;
    int sign : 2;
};

int main(void) {
    struct header header;
    klee_make_symbolic(&header, sizeof header, "header");
    if (header.version != 5)
        return 1;
    if (header.length != 9)
        return 2;
    assert(header.sign >= -2 && header.sign <= 1);
    return 0;
}
