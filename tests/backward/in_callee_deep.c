// Four calls lie between main and the target, each of which changes the argument.
// run: dunlin reach --target @target --target @never --strategy tse
// verdict: @target reachable
// verdict: @never unreachable
#include <dunlin.h>

static int fourth(int x) {
    if (x == 1024)
        return 1; // target
    if (x == 1025)
        return 2; // target never
    return 0;
}

static int third(int x) { return fourth(x * 2); }
static int second(int x) { return third(x + 10); }
static int first(int x) { return second(x - 2); }

int main(void) {
    int x = dunlin_range(0, 5000, "x");
    return first(x);
}
