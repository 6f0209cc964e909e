// A new object is not the freed one, even if it may lie where that lay.
// run: dunlin reach --target @new --target @old --strategy tse
// verdict: @new reachable
// verdict: @old unreachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(1, sizeof *p);
    *p = dunlin_int("x");
    int x = *p;
    free(p);
    int *q = calloc(1, sizeof *q);
    if (x == 5 && *q == 0)
        return 1; // target new
    if (*q)
        return 2; // target old
    return 0;
}
