// The number of a freed block comes back, too.
// run: dunlin reach --addresses free --reuse-addresses on --target @same
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @two
// verdict: unreachable
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    uintptr_t was = (uintptr_t)a >> 4;
    free(a);
    uintptr_t b = (uintptr_t)malloc(4) >> 4, c = (uintptr_t)malloc(4) >> 4;
    if (b == was && c == was)
        return 1; // target two
    if (c == was)
        return 2; // target same
    return 0;
}
