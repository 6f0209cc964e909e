// A table of many buckets that is keyed by addresses: found again whatever the bucket is. Which one
// is not followed for all of them, and that is said.
// run: dunlin run --addresses free --reuse-addresses on
// exit: 3
// stderr: where objects lie
// run: dunlin run --addresses fixed
// error: none
#include <stdint.h>
#include <stdlib.h>
#include <assert.h>

static void *table[64];

static unsigned slot(void *p) {
    unsigned i = ((uintptr_t)p >> 4) & 63;
    while (table[i] && table[i] != p)
        i = (i + 1) & 63;
    return i;
}

int main(void) {
    void *blocks[20];
    for (int i = 0; i < 20; i++) {
        blocks[i] = malloc(24);
        table[slot(blocks[i])] = blocks[i];
    }
    for (int i = 0; i < 20; i++)
        assert(table[slot(blocks[i])] == blocks[i]);
    return 0;
}
