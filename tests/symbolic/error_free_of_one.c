// The input decides which of two objects is freed, or neither; one of them is freed again.
// run: dunlin run
// paths: 3
// error: double-free at 15
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(4), *b = malloc(4);
    char *all[3] = {a, b, 0};
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 3);
    free(all[i]);
    free(a);
    return 0;
}
