// Lines that only a jump leads to, and one that no jump reaches.
// run: dunlin reach --target @recovered --target @never --target @behind
// verdict: @recovered reachable
// verdict: @never unreachable
// verdict: @behind reachable
// run: dunlin reach --target @recovered --strategy ccbse:sdse
// run: dunlin reach --target @behind --strategy sdse
// verdict: reachable
#include <dunlin.h>
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf place;
static void deep(int n) {
    if (n == 1234)
        longjmp(place, 2);
    if (n > 5000)
        longjmp(place, 0);
    exit(0);
}
static int guarded(int n) {
    int value = setjmp(place);
    if (value == 2)
        return 1; // target recovered
    if (value == 3)
        return 2; // target never
    if (value == 0)
        deep(n);
    return 3;
}
int main(void) {
    int n = dunlin_int("n");
    if (guarded(n) == 3)
        return 1; // target behind
    return 0;
}
