// Figure 2, all operators of arithmetic, each in a condition that one value meets and one that none does.
// run: dunlin reach --target @add --target @subtract --target @multiply --target @divide --target @remainder --strategy tse
// verdict: reachable
// run: dunlin reach --target @odd --target @large --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int x = dunlin_range(-100, 100, "x");
    if (x + 7 == 12)
        seen = 1; // target add
    if (3 - x == 50)
        seen = 2; // target subtract
    if (x * 6 == 42)
        seen = 3; // target multiply
    if (x / 7 == -4)
        seen = 4; // target divide
    if (x % 9 == -8)
        seen = 5; // target remainder
    if (x * 6 == 43)
        seen = 6; // target odd
    if (x % 9 > 8)
        seen = 7; // target large
    return 0;
}
