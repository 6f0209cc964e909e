// A function that is called after main has returned.
// run: dunlin reach --target @later --target @never --strategy tse
// verdict: @later reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

static volatile int seen;
static int x;

static void later(void) {
    if (x == 4)
        seen = 1; // target later
    if (x == 5)
        seen = 2; // target never
}

int main(void) {
    atexit(later);
    x = dunlin_int("x");
    if (x == 5)
        x = 6;
    return 0;
}
