// Pointers that lie across parts of a split object, lead into a block and not to its start, and lie in an
// object whose last bytes are no word: the block that the input chooses is lost.
// run: dunlin run --leaks --memory fork
// run: dunlin run --leaks --memory fork --split-objects 1 --split-threshold 1
// run: dunlin run --leaks --memory ite --split-objects 3 --split-threshold 3
// run: dunlin run --leaks --memory segments --split-objects 5 --split-threshold 5
// run: dunlin run --leaks --memory auto --split-objects 13 --split-threshold 13
// run: dunlin run --leaks --memory auto --split-objects 20 --split-threshold 20
// error: memory-leak at 20
#include <klee/klee.h>
#include <stdlib.h>
struct {
    char *t[3];
    char tail[3];
} __attribute__((packed)) s;
int main(void) {
    unsigned i = klee_int("i");
    klee_assume(i < 3);
    for (int k = 0; k < 3; k++)
        s.t[k] = (char *)malloc(8) + k;
    s.tail[i] = 1;
    s.t[i] = 0;
    return 0;
}
