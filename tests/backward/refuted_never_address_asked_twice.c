// Where a variable lies is the same before and after a loop, so that ways which ask for it differently differ.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <dunlin.h>
#include <stdint.h>

static volatile int seen;
static char place[64];

int main(void) {
    if (((uintptr_t)&place & 16) == 0)
        return 0;
    while (dunlin_int("round"))
        seen++;
    if (dunlin_int("side")) {
        if (((uintptr_t)&place & 16) == 0)
            goto found;
    } else {
        if (((uintptr_t)&place & 16) != 0)
            goto found;
    }
    return 0;
found:
    seen = 1; // target
    return 0;
}
