// A left shift into the sign bit, or of a negative number, is an overflow; a wrong amount is not.
// run: dunlin run --check-overflow --check-shift
// run: dunlin run --check-overflow --check-shift -O2
// error: signed-overflow at 17
// error: signed-overflow at 19
// error: signed-overflow at 21
// error: over-wide-shift at 23
// error: over-wide-shift at 25
#include <klee/klee.h>
#include <stdint.h>
volatile int one = 1, minus = -1;
volatile uint8_t byte = 200;
volatile long long wide = 4294967297ll;
int shift(int k) {
    switch (k) {
    case 0:
        return one << 31;
    case 1:
        return byte << 24;
    case 2:
        return minus << 1;
    case 3:
        return one << (one + 31);
    case 4:
        return one << wide;
    case 5:
        return byte << 23;
    case 6:
        return minus >> 31;
    case 7:
        return (unsigned)one << 31;
    }
    return 0;
}

int main(void) {
    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    return shift(k) != 0;
}
