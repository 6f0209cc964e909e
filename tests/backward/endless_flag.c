// A flag that is 0 at the start and never written. Forward execution never ends; backward, a fact about the
// variable is needed, not a path.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int seen;
static int debug;

int main(void) {
    int count = 0;
    while (1) {
        count += dunlin_int("x") > 3;
        if (debug && count > 5)
            seen = count; // target
    }
}
