// The old pointer equals the new one, and is still the old one.
// run: dunlin run --addresses free --reuse-addresses on
// error: double-free at 12
#include <stdlib.h>

int main(void) {
    char *a = malloc(4);
    free(a);
    char *b = malloc(4);
    if (a == b)
        /* Frees b by luck. */
        free(a);
    free(b);
    return 0;
}
