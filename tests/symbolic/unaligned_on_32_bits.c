// A load that begins in a word with a symbolic byte and ends in the next word, with 32-bit pointers.
// run: dunlin run -m32
// paths: 1
// error: none
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    klee_make_symbolic(&bytes[1], 1, "first");
    klee_make_symbolic(&bytes[5], 1, "second");
    unsigned short plain;
    memcpy(&plain, bytes + 3, sizeof plain);
    if (plain != 0x0504)
        abort();
    unsigned across;
    memcpy(&across, bytes + 2, sizeof across);
    if ((across & 0xffffff) != 0x050403)
        abort();
    return across >> 24 == 9;
}
