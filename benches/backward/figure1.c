// Figure 1 of Multi-Pass Targeted Dynamic Symbolic Execution: a loop over an input, then a condition that
// only one number of rounds meets. Forward, every round is a path of its own; backward, the condition is
// seen before the loop.
// Reached by: w = BOUND, y = anything but 0.
#include <dunlin.h>

#ifndef BOUND
#define BOUND 1000
#endif

static volatile int foos, bars;

static void foo(void) {
    foos++; // target
}

static void bar(void) {
    bars++;
}

int main(void) {
    int i = 0, w = dunlin_int("w"), y = dunlin_int("y");
    while (i < w)
        i++;
    if (w == BOUND) {
        if (y)
            foo();
        else
            bar();
    }
    return 0;
}
