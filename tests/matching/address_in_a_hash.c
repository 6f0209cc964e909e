// The address is part of a number that decides something: it may be any.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 18
#include <assert.h>
#include <dunlin.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *block = malloc(64);
    unsigned slot = (uintptr_t)block >> 6 & 3;
    int hits = 0;
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 4, "input") == 1)
            hits++;
    assert(slot != 2 || hits != 2);
    free(block);
    return 0;
}
