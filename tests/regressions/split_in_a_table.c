// An object that is split is accessed at a known place, through a pointer that may mean others, too.
// run: dunlin run --memory static-segments --split-objects 16 --split-threshold 16
// run: dunlin run --memory segments --split-objects 16 --split-threshold 16 --reuse-segments
// run: dunlin run --memory fork
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char *split = malloc(64), *whole = malloc(64), *small = malloc(8);
    memset(split, 1, 64);
    memset(whole, 2, 64);
    memset(small, 3, 8);
    unsigned char at, which;
    klee_make_symbolic(&at, sizeof at, "at");
    klee_make_symbolic(&which, sizeof which, "which");
    klee_assume(at < 64);
    klee_assume(which < 3);
    split[at] = 50;

    unsigned char *table[3] = {small, split + 5, whole + 7};
    unsigned char value = *table[which];
    unsigned char expected[3] = {3, at == 5 ? 50 : 1, 2};
    assert(value == expected[which]);
    *table[which] = 60;
    assert(split[5] == (which == 1 ? 60 : expected[1]));
    return 0;
}
