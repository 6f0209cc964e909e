// A counter must be 6, and each step of it needs an input of its own.
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int count = 0;
    while (1) {
        int x = dunlin_int("x");
        if (x == 100 + count)
            count++;
        else
            count = 0;
        if (count == 6)
            seen = 1; // target
    }
}
