// One memory, two types: a float's bits read as an integer.
// run: dunlin reach --target @bits --target @never --strategy tse
// verdict: @bits reachable
// verdict: @never unreachable
#include <dunlin.h>

union word {
    float number;
    unsigned bits;
    unsigned char bytes[4];
};

int main(void) {
    union word w;
    w.bits = (unsigned)dunlin_int("bits");
    if (w.number == 1.5f && w.bytes[3] == 0x3f)
        return 1; // target bits
    if (w.number == 1.5f && w.bits != 0x3fc00000)
        return 2; // target never
    return 0;
}
