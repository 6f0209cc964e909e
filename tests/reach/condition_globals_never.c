// What global variables and statics of the function never are at the target.
// run: dunlin reach --target @target --condition calls==100
// run: dunlin reach --target @target --condition calls>3||calls<1
// run: dunlin reach --target @target --condition state==3
// run: dunlin reach --target @target --condition mode>1
// run: dunlin reach --target @target --condition mode&&other_mode
// run: dunlin reach --target @target --condition table==NULL
// verdict: unreachable
// reason: none comes there with
#include <klee/klee.h>
#include <stdbool.h>

static bool mode, other_mode;
static int numbers[4];
static int *table = numbers;

enum state { START, MIDDLE, END };
static enum state state = START;

static int other(void) {
    static int calls = 100;
    return calls++;
}

static void step(int n) {
    static int calls;
    calls++;
    if (n > 0 && state < END)
        state++; // target
}

int main(void) {
    int n = klee_range(-12, 1000, "n");
    mode = n > 7;
    other_mode = !mode;
    if (mode)
        table++;
    for (int i = 0; i < 3; i++)
        step(other() > 0);
    return 0;
}
