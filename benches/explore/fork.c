/* 1,000 heap objects, then a full tree of forks: on both sides a byte is written and a branch taken. */
#include <klee/klee.h>
#include <stdlib.h>

#define OBJECTS 1000
#define DEPTH 14

int main(void) {
    char *objects[OBJECTS];
    unsigned char input[DEPTH];
    for (int i = 0; i < OBJECTS; i++)
        objects[i] = malloc(16);
    klee_make_symbolic(input, sizeof input, "input");
    for (int i = 0; i < DEPTH; i++) {
        if (input[i] < 128)
            objects[i * 71 % OBJECTS][3] = 1;
        else
            objects[i * 37 % OBJECTS][5] = 2;
    }
    return 0;
}
