// Figure 3.2 of the thesis on memory models, with Figures 3.3 (the buffers in one segment) and 3.4 (a
// buffer in four parts): array[i] may refer to two buffers of 256 bytes. Two paths, or one where they are
// merged into a segment of 512 bytes. In parts of 64 bytes, j < 100 leaves two parts of each buffer.
// error: none
// run: dunlin run --memory fork
// paths: 2
// memory: forked 1, segments 0, split_objects 0
// run: dunlin run --memory ite
// paths: 1
// run: dunlin run --memory segments
// paths: 1
// memory: resolutions 1, merged 1, segments 1, largest_segment 512
// run: dunlin run --memory static-segments
// paths: 1
// memory: forked 0, largest_segment 512
// run: dunlin run --memory auto
// verdict: no-errors
// run: dunlin run --memory fork --split-objects 64 --split-threshold 255
// paths: 4
// memory: split_objects >= 2, largest_split 256
// run: dunlin run --memory fork --split-objects 64
// paths: 2
// memory: split_objects 0
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#define N (2)

int main(void) {
    char **array = calloc(N, sizeof(char *));
    for (unsigned int i = 0; i < N; i++) {
        array[i] = calloc(256, 1);
    }

    unsigned int i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume(i < 2);
    klee_assume(j < 100);
    if (array[i][j] == 1) {
        // The buffers hold zeros.
        assert(0);
    }
    return 0;
}
