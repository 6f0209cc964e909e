// A failed allocation is explored on demand. Natively it succeeds: there is no test to confirm it with.
// run: dunlin reach --target @full --malloc-may-fail
// verdict: reachable
// replay: off a native allocation succeeds
#include <stdlib.h>

int main(void) {
    char *text = malloc(10);
    if (!text)
        return 3; // target full
    free(text);
    return 0;
}
