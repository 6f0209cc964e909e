// Figure 1.4 of the thesis on memory models: buffer may refer to the two buffers of the first array,
// not to those of the second. The condition is one branch: three paths, or two where the buffers are
// merged. A segment that is made on demand holds these two buffers, one from the static analysis all
// four, which have the same allocation site.
// error: none
// run: dunlin run --memory fork
// paths: 3
// memory: forked 1, merged 0, segments 0
// run: dunlin run --memory ite
// paths: 2
// run: dunlin run --memory segments
// paths: 2
// memory: resolutions 1, merged 1, segments 1, largest_segment 20
// run: dunlin run --memory static-segments
// paths: 2
// memory: forked 0, largest_segment 40
// run: dunlin run --memory auto
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char **arrays[2];
    for (int i = 0; i < 2; i++) {
        arrays[i] = malloc(2 * sizeof(char *));
        for (int j = 0; j < 2; j++) {
            arrays[i][j] = malloc(10);
        }
    }

    int i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    char **array = arrays[0];
    if (0 <= i && i < 2 && 0 <= j && j < 10) {
        char *buffer = array[i];
        buffer[j] = 'a';
    }
    return 0;
}
