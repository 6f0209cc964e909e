// Forty branches one after the other, 2^40 paths: one condition.
// run: dunlin reach --target @never --target @hit --strategy bse --max-time 60s
// verdict: @never unreachable
// verdict: @hit reachable
// reason: by weakest precondition
// run: dunlin reach --target @never --strategy bse --bse-check never --max-time 60s
// verdict: @never unreachable
#include <dunlin.h>

#define BRANCH(n) if (x >> (n) & 1) s += 3; else s += 1;
#define FIVE(n) BRANCH(n) BRANCH(n + 1) BRANCH(n + 2) BRANCH(n + 3) BRANCH(n + 4)

int main(void) {
    unsigned long x = (unsigned)dunlin_int("x") | (unsigned long)(unsigned)dunlin_int("y") << 32;
    unsigned s = 0;
    FIVE(0) FIVE(5) FIVE(10) FIVE(15) FIVE(20) FIVE(25) FIVE(30) FIVE(35)
    if (s == 41)
        return 1; // target never
    if (s == 120 && x > 0x10000000000)
        return 2; // target hit
    return 0;
}
