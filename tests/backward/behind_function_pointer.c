// A call through a pointer: of the functions with that type, the one that was chosen.
// run: dunlin reach --target @chosen --target @other --target @never --strategy tse
// verdict: @chosen reachable
// verdict: @other reachable
// verdict: @never unreachable
#include <dunlin.h>

static int twice(int x) {
    if (x == 4)
        return 1; // target chosen
    return 2 * x;
}

static int thrice(int x) {
    if (x == -4)
        return 2; // target other
    return 3 * x;
}

static int unused(int x) {
    return x; // target never
}

int (*taken)(int) = unused;

int main(void) {
    int x = dunlin_int("x");
    int (*call)(int) = x > 0 ? twice : thrice;
    return call(x);
}
