// The lowest bit of a pointer holds a flag, which is taken off before it is used.
// run: dunlin reach --target @tagged --target @never --strategy tse
// verdict: @tagged reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdint.h>

static int value;

int main(void) {
    int x = dunlin_int("x");
    uintptr_t tagged = (uintptr_t)&value | (x > 5);
    int *p = (int *)(tagged & ~(uintptr_t)1);
    *p = x;
    if ((tagged & 1) && value == 66)
        return 1; // target tagged
    if (!(tagged & 1) && value == 66)
        return 2; // target never
    return 0;
}
