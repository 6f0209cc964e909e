// At the entry, globals hold what they were initialised with, and zero otherwise.
// run: dunlin reach --target @initial --target @never --strategy tse
// verdict: @initial reachable
// verdict: @never unreachable
#include <dunlin.h>

static int known = 40, nothing, list[4] = {1, 2, 3}, *p = &list[2];

int main(void) {
    int x = dunlin_int("x");
    if (x == known + *p && nothing == 0)
        return 1; // target initial
    if (list[3] || nothing || known != 40)
        return 2; // target never
    return 0;
}
