// Copies of structs with padding, unions and partly initialised arrays are no uses of what is missing.
// run: dunlin run --check-uninitialised
// run: dunlin run --check-uninitialised -O2
// run: dunlin run --check-uninitialised -m32
// exit-status: 9
#include <stdlib.h>
#include <string.h>

struct padded {
    char c;
    long long wide;
    short s;
};

union either {
    char small;
    long long large;
};

static struct padded pass(struct padded p) { return p; }

int main(void) {
    struct padded a;
    a.c = 1;
    a.wide = 2;
    a.s = 3;
    struct padded b = pass(a), list[2];
    list[0] = b;
    struct padded *heap = malloc(2 * sizeof *heap);
    memcpy(heap, list, 2 * sizeof *heap);
    memmove(list, heap, sizeof list);
    union either e, f;
    e.small = 3;
    f = e;
    int result = list[0].c + (int)heap[0].wide + heap->s + f.small;
    free(heap);
    return result;
}
