// Large copies and fills whose bytes and places are symbolic.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 64 << 20 };

int main(void) {
    unsigned char *one = malloc(SIZE), *other = malloc(SIZE);
    unsigned k;
    klee_make_symbolic(&k, sizeof k, "k");
    memset(one, k, SIZE);
    for (int round = 0; round < 50; round++) {
        memcpy(other, one, SIZE);
        one[k % SIZE] = round;
        memcpy(one, other, SIZE);
    }
    return one[5] == 7;
}
