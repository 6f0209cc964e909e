// realloc may give the block that it got.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <stdint.h>
#include <stdlib.h>

static volatile int seen;

int main(void) {
    char *old = malloc(8);
    uintptr_t before = (uintptr_t)old;
    char *new = realloc(old, 8);
    if ((uintptr_t)new == before)
        seen = 1; // target
    return 0;
}
