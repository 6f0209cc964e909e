// A region that would be too large with all calls in place: large functions in which no target lies are left to their summaries.
// run: dunlin reach --target @never --strategy bse --max-time 60s
// verdict: @never unreachable
// reason: by weakest precondition
// run: dunlin reach --target @mixed --strategy bse --max-time 60s
// verdict: @mixed reachable
#include <dunlin.h>

static unsigned state[256], mixed, kept = 4;

static unsigned rotated(unsigned x, int by) { return x << by | x >> (32 - by); }

static void mix(void) {
    for (int round = 0; round < 9000; round++) {
        unsigned *at = &state[round % 256];
        unsigned x = at[0] + 0x9e3779b9u + (unsigned)round;
        x ^= rotated(x, 7) + rotated(x, 11) * 5;
        x += rotated(x, 3) ^ rotated(x, 17) ^ mixed;
        x *= rotated(x, 5) | 1;
        x ^= rotated(x, 9) + rotated(x, 23) * 3;
        at[0] = x;
        mixed += x;
    }
}

int main(void) {
    unsigned seed = (unsigned)dunlin_int("seed");
    state[0] = 1;
    mix();
    if (kept != 4)
        return 1; // target never
    if (seed > 5 && mixed)
        return 2; // target mixed
    return 0;
}
