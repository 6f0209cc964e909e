// Fields of a few bits that share a byte.
// run: dunlin reach --target @field --target @never --strategy tse
// verdict: @field reachable
// verdict: @never unreachable
#include <dunlin.h>

struct bits {
    unsigned low : 3;
    unsigned middle : 4;
    signed high : 2;
};

int main(void) {
    struct bits b = {5, 0, 1};
    b.middle = (unsigned)dunlin_int("x");
    if (b.middle == 11 && b.low == 5)
        return 1; // target field
    if (b.high != 1 || b.middle > 15)
        return 2; // target never
    return 0;
}
