// An object that grows keeps its content.
// run: dunlin reach --target @kept --target @never --strategy tse
// verdict: @kept reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(2 * sizeof *p);
    p[0] = dunlin_int("x");
    p[1] = 8;
    p = realloc(p, 4 * sizeof *p);
    p[2] = 9;
    if (p[0] == 91 && p[2] == 9)
        return 1; // target kept
    if (p[1] != 8)
        return 2; // target never
    return 0;
}
