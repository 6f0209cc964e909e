// An index that was computed from the order of two addresses is a number: the array is what is meant.
// run: dunlin run --memory fork
// run: dunlin run --memory auto
// run: dunlin run --memory auto --relocate-every 1
// run: dunlin run --memory segments -m32
// error: none
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    unsigned char in[2];
    klee_make_symbolic(in, sizeof in, "in");
    int *table[] = {calloc(5, sizeof(int)), calloc(5, sizeof(int))};
    uintptr_t pair[] = {(uintptr_t)table[in[0] & 1], (uintptr_t)table[in[1] & 1]};
    uintptr_t first = pair[0] > pair[1];
    return *(int *)pair[first] + *(int *)pair[1 - first];
}
