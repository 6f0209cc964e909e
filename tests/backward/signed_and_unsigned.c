// The same bits, compared as signed and as unsigned numbers.
// run: dunlin reach --target @both --target @never --strategy tse
// verdict: @both reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    if (x < 0 && (unsigned)x > 0xfffffff0u)
        return 1; // target both
    if (x < 0 && (unsigned)x < 0x80000000u)
        return 2; // target never
    return 0;
}
