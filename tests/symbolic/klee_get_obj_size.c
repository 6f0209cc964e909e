// The sizes of a local and of a heap object.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    char text[12];
    char *p = malloc(30);
    assert(klee_get_obj_size(text) == 12);
    assert(klee_get_obj_size(p) == 30);
    return 0;
}
