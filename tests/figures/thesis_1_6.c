// Figure 1.6 of the thesis on memory models: the same happens after other allocations, at other
// addresses. For each value of z == 0: past the condition, and one path for each buffer; a buffer of
// zeros holds no 'a', so the assertion is not reached.
// run: dunlin run
// paths: 6
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static void allocate_objects(void) {
    for (int i = 1; i < 4; i++) {
        malloc(100 * i);
    }
}

int main(void) {
    int z;
    klee_make_symbolic(&z, sizeof z, "z");
    if (z == 0) {
        allocate_objects();
    }

    char **array = calloc(2, sizeof(char *));
    for (int i = 0; i < 2; i++) {
        array[i] = calloc(10, 1);
    }

    int i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    if (0 <= i && i < 2 && 0 <= j && j < 10) {
        char *buffer = array[i];
        if (buffer[j] == 'a') {
            assert(0);
        }
    }
    return 0;
}
