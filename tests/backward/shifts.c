// Shifts by an amount of the input, to both sides.
// run: dunlin reach --target @bit --target @never --strategy tse
// verdict: @bit reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    unsigned by = dunlin_range(0, 32, "by");
    unsigned bit = 1u << by;
    if (bit == 0x800000 && (-8 >> by) == -1)
        return 1; // target bit
    if (bit == 0)
        return 2; // target never
    return 0;
}
