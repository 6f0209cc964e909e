// The only pointer to an object is overwritten; an interior pointer keeps another one reachable.
// run: dunlin run --leaks
// error: memory-leak at 12
// report: memory-leak
// report: 24 bytes
#include <stdlib.h>

static char *inside;
static char *only;

int main(void) {
    only = malloc(24);
    inside = (char *)malloc(16) + 8;
    only = NULL;
    return inside == NULL;
}
