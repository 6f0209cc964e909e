// What is undefined in one object stays so where another one is written at a symbolic place.
// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised --memory fork
// run: dunlin run --check-uninitialised --memory ite
// run: dunlin run --check-uninitialised --memory segments
// run: dunlin run --check-uninitialised --memory static-segments
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 29
#include <klee/klee.h>
#include <stdlib.h>

struct record {
    int set, unset;
    char bytes[40];
};

int main(void) {
    struct record *records[3];
    for (int i = 0; i < 3; i++) {
        records[i] = malloc(sizeof *records[i]);
        records[i]->set = i;
    }
    unsigned char which, at;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&at, sizeof at, "at");
    klee_assume(which < 3);
    klee_assume(at < 40);
    records[which]->bytes[at] = 1;
    if (which != 2 && records[2]->unset == 1) {
        return 1;
    }
    return 0;
}
