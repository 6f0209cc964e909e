// Integers of 128 bits.
// run: dunlin reach --target @wide --target @never --strategy tse
// verdict: @wide reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    unsigned x = (unsigned)dunlin_int("x");
    unsigned __int128 product = (unsigned __int128)x << 70;
    if ((unsigned long)(product >> 64) == 64ul * 77)
        return 1; // target wide
    if ((unsigned long)product != 0)
        return 2; // target never
    return 0;
}
