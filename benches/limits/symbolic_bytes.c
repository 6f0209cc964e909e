// 64 MiB of input, and a loop over all of it.
#include <klee/klee.h>
#include <stdlib.h>

enum { SIZE = 64 << 20 };

int main(void) {
    unsigned char *from = malloc(SIZE), *to = malloc(SIZE);
    klee_make_symbolic(from, SIZE, "bytes");
    for (unsigned i = 0; i < SIZE; i++)
        to[i] = from[i] ^ 1;
    return to[5] == 7;
}
