// A byte of a wider store, and a store of which a later one covers the middle.
// run: dunlin reach --target @part --target @never --strategy tse
// verdict: @part reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdint.h>

static union {
    uint64_t whole;
    uint8_t bytes[8];
    uint16_t halves[4];
} u;

int main(void) {
    u.whole = (uint64_t)(unsigned)dunlin_int("x") << 16;
    u.halves[1] = 0x4242;
    if (u.bytes[4] == 0x99 && u.bytes[2] == 0x42)
        return 1; // target part
    if (u.bytes[3] != 0x42 || u.bytes[0])
        return 2; // target never
    return 0;
}
