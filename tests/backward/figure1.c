// Figure 1 of Multi-Pass Targeted Dynamic Symbolic Execution: only 1000 rounds of the loop lead to the
// condition, which is seen backward before the loop is.
// run: dunlin reach --target @foo --target @bar --strategy tse
// run: dunlin reach --target @foo --target @bar --strategy tse --edge-limit 3 --fork-limit 4
// verdict: reachable
#include <dunlin.h>

static volatile int foos, bars;

static void foo(void) {
    foos++; // target foo
}

static void bar(void) {
    bars++; // target bar
}

int main(void) {
    int i = 0, w = dunlin_int("w"), y = dunlin_int("y");
    while (i < w)
        i++;
    if (w == 1000) {
        if (y)
            foo();
        else
            bar();
    }
    return 0;
}
