// What malloc and realloc give is unknown, what calloc gives is zero.
// run: dunlin reach --target @block --target @tail --target @kept --target @zero
// verdict: @block reachable
// verdict: @tail reachable
// verdict: @kept unreachable
// verdict: @zero unreachable
// exit: 1
#include <stdlib.h>
int main(void) {
    unsigned char *other = malloc(3), *p = malloc(4), *z = calloc(4, 1);
    other[0] = 1;
    if (p[2] == 0x5a)
        return 1; // target block
    p[0] = 1;
    p = realloc(p, 12);
    if (p[9] == 77)
        return 2; // target tail
    if (p[0] != 1)
        return 3; // target kept
    if (z[3])
        return 4; // target zero
    return 0;
}
