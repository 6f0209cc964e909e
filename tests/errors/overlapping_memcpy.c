// A copy between places that overlap, where only memmove may be used.
// run: dunlin run
// run: dunlin run -m32
// error: overlapping-copy at 10
// report: overlapping
#include <string.h>
int main(void) {
    char a[16] = "abcdefgh";
    volatile unsigned n = 5;
    memcpy(a + 2, a, n);
    return 0;
}
