// Memory of malloc that nobody wrote can hold anything, but not two things at once.
// run: dunlin reach --target @anything --target @never --strategy tse
// verdict: @anything reachable
// verdict: @never unreachable
#include <stdlib.h>

int main(void) {
    int *p = malloc(sizeof *p), *q = p;
    if (*p != *q)
        return 2; // target never
    if (*p == 12292)
        return 1; // target anything
    return 0;
}
