// Memory is filled with a byte of the input before the target, but for its last byte.
// run: dunlin reach --target @filled --target @never --strategy tse
// verdict: @filled reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *p = malloc(9);
    p[8] = 1;
    memset(p, dunlin_range(0, 256, "fill"), 8);
    if (*(unsigned *)p == 0x2a2a2a2a && p[8] == 1)
        return 1; // target filled
    if (p[0] != p[7])
        return 2; // target never
    return 0;
}
