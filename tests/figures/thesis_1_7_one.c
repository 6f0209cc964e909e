// Figure 1.7 of the thesis on memory models with n = 1, where the text counts two paths: one leaves
// the loop at the break, the other after the only round, without a write.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifndef SIZE
#define SIZE 1
#endif

int main(void) {
    size_t n;
    int z, written = 0;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&z, sizeof z, "z");
    klee_assume(n == SIZE);

    char *p = malloc(n);
    for (int i = 0; i < n; i++) {
        if (z == 0) {
            break;
        }
        if (i > 0) {
            p[i] = i;
            written++;
        }
    }
    assert(z == 0 ? written == 0 : written == SIZE - 1);
    return 0;
}
