// Figure 1.2 of the thesis on memory models with n = 2, the lower half of Figure 1.3: s may refer to two
// objects. Three paths: k outside of the condition, and one for each object, or one for both of them
// where they are merged. The offset is known, so a choice between the two bytes is enough; a segment would
// hold two objects of 10 bytes.
// error: none
// run: dunlin run --memory fork
// paths: 3
// memory: forked 1, merged 0, segments 0
// run: dunlin run --memory ite
// paths: 2
// run: dunlin run --memory segments
// paths: 2
// memory: resolutions 1, forked 0, merged 1, largest_segment <= 20
// run: dunlin run --memory static-segments
// paths: 2
// memory: forked 0, largest_segment <= 20
// run: dunlin run --memory auto
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    size_t n;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(n == 2);
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
