// A function that jumps out never returns, and still what follows `setjmp` is reached.
// run: dunlin reach --target mark
// run: dunlin reach --target mark --strategy ccbse:sdse
// verdict: reachable
#include <setjmp.h>
#include <stdlib.h>
jmp_buf place;
static int mark(void) { return 3; }
static void deep(int n) {
    if (n > 2)
        longjmp(place, 1);
    exit(0);
}
int main(void) {
    if (setjmp(place))
        return mark();
    deep(5);
    return 0;
}
