// Global variables and statics of functions in a condition, also of the same name in several
// functions, and those that only a part of the paths have set.
// run: dunlin reach --target @target --condition total==-12
// run: dunlin reach --target @target --condition state==2&&calls==3
// run: dunlin reach --target @target --condition table!=0&&total>100
// run: dunlin reach --target @target --condition table==NULL
// run: dunlin reach --target @target --condition !table&&mode
// run: dunlin reach --target @target --condition total==-12 --strategy ccbse:random-path
// verdict: reachable
#include <klee/klee.h>
#include <stdbool.h>

static long total;
static bool mode;
int *table;
static int numbers[4];

enum state { START, MIDDLE, END };
static enum state state = START;

static int other(void) {
    static int calls = 100;
    return calls++;
}

static void step(int n) {
    static int calls;
    calls++;
    total += n; // target
    if (n > 0 && state < END)
        state++;
}

int main(void) {
    int n = klee_range(-12, 1000, "n");
    total = n;
    mode = n > 7;
    if (n & 1)
        table = numbers;
    for (int i = 0; i < 3; i++)
        step(other() > 0);
    return 0;
}
