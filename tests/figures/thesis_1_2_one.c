// Figure 1.2 of the thesis on memory models with n = 1, the upper half of Figure 1.3: the second cell
// of an array of one is read when k = 1. Three paths: k outside of the condition, k = 1, k = 0. No
// pointer has several objects to refer to, so the models have nothing to merge.
// error: out-of-bounds-read at 31
// paths: 3
// run: dunlin run --memory fork
// memory: resolutions 0, forked 0
// run: dunlin run --memory ite
// memory: resolutions 0, merged 0
// run: dunlin run --memory segments
// memory: resolutions 0, segments 0
// run: dunlin run --memory static-segments
// run: dunlin run --memory auto
// memory: resolutions 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == 1);
    char **ptrs = malloc(n * sizeof(char *));
    for (int i = 0; i < n; i++) {
        ptrs[i] = malloc(10);
    }

    int k;
    klee_make_symbolic(&k, sizeof k, "k");
    if (0 <= k && k < 2) {
        // A symbolic pointer is dereferenced.
        char *s = ptrs[k];
        // A symbolic pointer that may refer to several objects.
        s[0] = 'a';
    }

    for (int i = 0; i < n; i++) {
        free(ptrs[i]);
    }
    free(ptrs);
    return 0;
}
