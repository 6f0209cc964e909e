// What a pointer holds in the beginning is followed when the path has come there.
// run: dunlin reach --target @never --target @target --strategy backward
// verdict: @never unreachable
// verdict: @target unknown
// exit: 3
#include <stdlib.h>

static int x = 5;
static int y = 6;
static int *p = &x;
static int **pp = &p;

int main(void) {
    if (**pp == 6)
        abort(); // target never
    if (**pp + y == 11)
        abort(); // target
    return 0;
}
