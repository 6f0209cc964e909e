// A handler that only the end of the program calls, from main's return or from exit.
// run: dunlin reach --target @early --target @late --target @neither
// run: dunlin reach --target @early --target @late --target @neither --strategy klee
// run: dunlin reach --target @early --target @late --target @neither --strategy ccbse:sdse
// verdict: @early reachable
// verdict: @late reachable
// verdict: @neither unreachable
#include <klee/klee.h>
#include <stdlib.h>

static int way;

static void goodbye(void) {
    if (way == 1)
        way = 10; // target early
    else if (way == 2)
        way = 20; // target late
    else if (way == 3)
        way = 30; // target neither
}

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (atexit(goodbye) != 0)
        return 1;
    if (n > 1000) {
        way = 1;
        exit(0);
    }
    way = 2;
    return 0;
}
