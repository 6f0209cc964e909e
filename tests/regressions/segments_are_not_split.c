// Objects that are small enough not to be split share a static segment, which is larger.
// run: dunlin run --memory static-segments --split-objects 16 --split-threshold 32
// run: dunlin run --memory fork
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *objects[3];
    for (int i = 0; i < 3; i++) {
        objects[i] = malloc(32);
        memset(objects[i], i, 32);
    }
    unsigned char at;
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(at < 32);
    objects[1][at] = 9;
    memcpy(objects[2], objects[1], 32);
    assert(objects[2][at] == 9);
    assert(objects[0][at] == 0);
    return 0;
}
