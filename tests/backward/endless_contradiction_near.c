// Two conditions over one input of a round exclude each other. Forward execution never ends; backward, the
// contradiction is seen within the round, whatever was before.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int sum = 0;
    while (1) {
        int x = dunlin_int("x");
        sum += x & 1;
        if (x > 10 && sum > 3) {
            if (x % 16 == 5 && x < 21)
                seen = 1; // target
        }
    }
}
