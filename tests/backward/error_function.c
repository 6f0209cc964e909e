// The ways to a function, by its name: what goes wrong in it is behind its entry.
// run: dunlin run --backward-from report
// error: division-by-zero at 14
#include <dunlin.h>

static volatile int seen;

static void report(int value) {
    seen = 10 / (value - 3);
}

int main(void) {
    int x = dunlin_range(0, 10, "x");
    int y = 100 / x;
    report(y / 7);
    return 0;
}
