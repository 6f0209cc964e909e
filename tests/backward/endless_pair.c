// Two variables change together, but it takes all rounds to know that. Forward execution never ends, and
// backward every round has one before it: without an invariant nothing better than unknown can be demanded.
// run: dunlin reach --target @target --strategy tse --max-time 5
// verdict: unknown
#include <dunlin.h>

static volatile int seen;

int main(void) {
    unsigned a = 0, b = 0;
    while (1) {
        if (dunlin_int("x") == 3) {
            a++;
            b++;
        }
        if (a != b)
            seen = 1; // target
    }
}
