// Inputs and allocations that fail stand in one row of the test, and a native run takes them in that order. What the
// library allocates natively, nobody asks for.
// run: dunlin run --malloc-may-fail
// paths: 13
// error: assertion-failure at 20
#include "klee/klee.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a, b;
    klee_make_symbolic(&a, sizeof a, "a");
    char *first = malloc(4);
    klee_make_symbolic(&b, sizeof b, "b");
    char *copy = strdup("x");
    int *second = calloc(1, sizeof *second);
    first = first ? realloc(first, 8) : first;
    if (copy && first && !second)
        assert(a != 7 || b != 9);
    free(copy);
    free(second);
    return 0;
}
