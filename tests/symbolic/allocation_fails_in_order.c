// Inputs and allocations that fail stand in one row of the test, and a native run takes them in that order.
// run: dunlin run --malloc-may-fail
// paths: 7
// error: assertion-failure at 16
#include "klee/klee.h"
#include <assert.h>
#include <stdlib.h>

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    char *first = malloc(4);
    klee_make_symbolic(&b, sizeof b, "b");
    int *second = calloc(1, sizeof *second);
    first = first ? realloc(first, 8) : first;
    if (first && !second) assert(a != 7 || b != 9);
    free(second);
    return 0;
}
