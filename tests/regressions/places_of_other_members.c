// Members of a segment are written by choices: where one is not meant, its offset can be a place of the
// one that is, and nothing of that may be written back.
// run: dunlin run
// run: dunlin run --memory auto --resolve-context 2 --reuse-segments
// run: dunlin run --memory fork
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define OBJECTS 10
#define SIZE 64

int main(void) {
    unsigned char *objects[OBJECTS];
    for (int i = 0; i < OBJECTS; i++) {
        objects[i] = malloc(SIZE);
        memset(objects[i], i, SIZE);
    }
    unsigned char which, at, first;
    short here, there;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&at, sizeof at, "at");
    klee_make_symbolic(&first, sizeof first, "first");
    klee_make_symbolic(&here, sizeof here, "here");
    klee_make_symbolic(&there, sizeof there, "there");
    klee_assume(which < OBJECTS);
    klee_assume(at < SIZE);
    klee_assume(first < 2);
    objects[which][at] = 99;

    klee_assume((first == 0) | ((here >= 0) & (here < SIZE)));
    klee_assume((first == 1) | ((there >= 0) & (there < SIZE)));
    unsigned char *table[2] = {objects[1] + there, objects[0] + here};
    unsigned char *chosen = table[first];
    *chosen = 77;
    assert(*chosen == 77);
    return 0;
}
