// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 12
// report: uninitialised-read
// report: uninitialised_heap.c:12
#include <stdlib.h>

int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    int value = p[0];
    if (p[1] == value)
        value++;
    free(p);
    return value;
}
