// 4,000 blocks of a mebibyte, filled with a symbolic byte.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char k;
    klee_make_symbolic(&k, sizeof k, "k");
    for (int i = 0; i < 4000; i++)
        memset(malloc(1 << 20), i + k, 1 << 20);
    return k > 3;
}
