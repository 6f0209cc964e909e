// Figure 1 with 100,000 rounds: the value from behind the loop leads through all of them before any other path goes
// on. Whoever lets the others go on in between needs half as much again.
// run: dunlin reach --target @foo --strategy tse --max-cost 620000
// verdict: reachable
#include <dunlin.h>

static volatile int foos, bars;

int main(void) {
    int i = 0, w = dunlin_int("w"), y = dunlin_int("y");
    while (i < w)
        i++;
    if (w == 100000) {
        if (y)
            foos++; // target foo
        else
            bars++;
    }
    return 0;
}
