// Two variables change together. Forward execution never ends; backward, a round before would have met the
// target already if they differed, and what a round does to them keeps what is asked for.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
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
