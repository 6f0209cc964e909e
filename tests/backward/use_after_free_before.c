// Every way to the target reads freed memory first, which ends the path.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    *p = dunlin_int("x");
    free(p);
    if (*q == 4)
        return 1; // target
    return 0;
}
