// An access that lies across more than two parts of an object.
// run: dunlin run --split-objects 3 --split-threshold 8
// run: dunlin run --split-objects 5 --split-threshold 8 --memory auto
// run: dunlin run
// error: none
#include <assert.h>
#include <klee/klee.h>

struct __attribute__((packed)) wide {
    long long whole;
};

static unsigned char bytes[64] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19};

int main(void) {
    unsigned char in;
    klee_make_symbolic(&in, sizeof in, "in");
    unsigned at = in & 7;
    ((struct wide *)(bytes + at))->whole = 0x7777777777777777;
    assert(bytes[at + 7] == 0x77);
    assert(bytes[at + 8] == at + 9);
    assert(((struct wide *)(bytes + at))->whole == 0x7777777777777777);
    return 0;
}
