// What an assumption excludes is not reached behind it; before it, it may be.
// run: dunlin reach --target @before --target @behind --strategy tse
// verdict: @before reachable
// verdict: @behind unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int x = dunlin_int("x");
    if (x == 200)
        seen = 1; // target before
    dunlin_assume(x < 100);
    if (x == 200)
        seen = 2; // target behind
    return 0;
}
