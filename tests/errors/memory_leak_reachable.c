// What a global still points to is not lost.
// run: dunlin run --leaks
// exit-status: 5
#include <stdlib.h>

static int *kept;

int main(void) {
    kept = malloc(sizeof *kept);
    *kept = 5;
    free(malloc(3));
    return *kept;
}
