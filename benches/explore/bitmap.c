/* An allocator of 64 blocks in a bitmap. Three requests of input sizes from 1 to 8, the second is
 * given back, one more request; allocations must not overlap. */
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

#define REQUESTS 4
#define LARGEST 8

static uint64_t used;

static uint64_t mask(unsigned count, unsigned at) {
    return (((uint64_t)1 << count) - 1) << at;
}

/* The first place with `count` free blocks; 64 if there is none. */
static unsigned allocate(unsigned count) {
    for (unsigned at = 0; at + count <= 64; at++) {
        uint64_t blocks = mask(count, at);
        if ((used & blocks) == 0) {
            used |= blocks;
            return at;
        }
    }
    return 64;
}

static void release(unsigned at, unsigned count) {
    assert((used & mask(count, at)) == mask(count, at));
    used &= ~mask(count, at);
}

int main(void) {
    unsigned char sizes[REQUESTS];
    unsigned places[REQUESTS];
    klee_make_symbolic(sizes, sizeof sizes, "sizes");
    for (int i = 0; i < REQUESTS; i++)
        klee_assume(sizes[i] >= 1 & sizes[i] <= LARGEST);
    /* Some fragmentation to begin with. */
    used = 0x0000ff0f00f0f011;
    uint64_t before = used;
    for (int i = 0; i < REQUESTS; i++) {
        if (i == REQUESTS - 1)
            release(places[1], sizes[1]);
        places[i] = allocate(sizes[i]);
        if (places[i] == 64)
            return 1;
    }
    for (int i = 0; i < REQUESTS; i++) {
        if (i == 1)
            continue;
        assert((before & mask(sizes[i], places[i])) == 0);
    }
    return 0;
}
