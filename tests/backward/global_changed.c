// A global that one way changes and the other leaves as it was.
// run: dunlin reach --target @changed --target @kept --target @never --strategy tse
// verdict: @changed reachable
// verdict: @kept reachable
// verdict: @never unreachable
#include <dunlin.h>

static int limit = 10;

static void configure(int x) {
    if (x > 100)
        limit = 20;
}

int main(void) {
    int x = dunlin_int("x"), y = dunlin_int("y");
    configure(x);
    if (y == limit && y == 20)
        return 1; // target changed
    if (y == limit && y == 10)
        return 2; // target kept
    if (y == limit && y == 15)
        return 3; // target never
    return 0;
}
