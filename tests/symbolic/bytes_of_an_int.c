// The bytes of a symbolic integer are those of its value, least first.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned x;
    klee_make_symbolic(&x, sizeof x, "x");
    unsigned char *bytes = (unsigned char *)&x;
    if (x != 0x12345678)
        return 1;
    assert(bytes[0] == 0x78 && bytes[3] == 0x12);
    return 0;
}
