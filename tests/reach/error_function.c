// The program's own reach_error is a function like any other: it can be a target, and so can lines in it
// and behind it.
// run: dunlin reach --target reach_error --target @inside --target @behind --target @never
// run: dunlin reach --target reach_error --target @inside --target @behind --target @never --strategy ccbse:sdse
// run: dunlin reach --target reach_error --target @inside --target @behind --target @never --strategy dfs
// verdict: reach_error reachable
// verdict: @inside reachable
// verdict: @behind reachable
// verdict: @never unreachable
// run: dunlin reach -O2 --target reach_error --target @behind --target @never
// verdict: reach_error reachable
// verdict: @behind reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

static int count;

void reach_error(void) {
    if (++count == 2)
        abort(); // target inside
}

int main(void) {
    int x = dunlin_int("x");
    if (x == 7) {
        reach_error();
        count += x - 7; // target behind
        reach_error();
        count += 5; // target never
    }
    return 0;
}
