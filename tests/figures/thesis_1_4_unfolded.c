// Figure 1.4 of the thesis on memory models: buffer may refer to the two buffers of the first array,
// not to those of the second. Each part of the condition is a branch: four ways past it and one path
// for each buffer.
// run: dunlin run --memory fork --fold-conditions off
// paths: 6
// error: none
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
