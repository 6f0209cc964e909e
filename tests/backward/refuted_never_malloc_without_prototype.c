// malloc is called as a function of another type, which proves nothing.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <stdlib.h>

static volatile int seen;

int main(void) {
    int *number = ((void *(*)())malloc)(4);
    *number = 3;
    if (*number == 3)
        seen = 1; // target
    return 0;
}
