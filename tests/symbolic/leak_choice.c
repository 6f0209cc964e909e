// One of four blocks is lost, and the input says which.
// run: dunlin run --leaks --memory fork
// run: dunlin run --leaks --memory ite
// run: dunlin run --leaks --memory segments
// run: dunlin run --leaks --memory static-segments
// run: dunlin run --leaks --memory auto
// run: dunlin run --leaks --memory auto --split-objects 8 --split-threshold 16
// error: memory-leak at 14
#include <klee/klee.h>
#include <stdlib.h>
void *t[4];
int main(void) {
    unsigned i = klee_int("i");
    for (int k = 0; k < 4; k++) t[k] = malloc(8);
    t[i & 3] = 0;
    return 0;
}
