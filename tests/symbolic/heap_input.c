// A heap object as an input.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int *value = malloc(sizeof *value);
    klee_make_symbolic(value, sizeof *value, "value");
    int is_four = *value == 4;
    free(value);
    if (is_four)
        return 1;
    return 0;
}
