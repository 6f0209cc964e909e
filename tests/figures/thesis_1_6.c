// Figure 1.6 of the thesis on memory models: the same happens after other allocations, at other
// addresses. For each value of z == 0: past the condition, and one path for each buffer or one for both;
// a buffer of zeros holds no 'a', so the assertion is not reached. A read of an array of pointers is a
// choice by the index, without an address in it. PLACED enters a third buffer at a place that the input
// decides; then the array is an SMT array, and what is asked about it depends on addresses: the second
// state asks what the first has asked. In the thesis only the address-aware cache sees that; here both states have
// the same addresses for the same allocations, so that the exact cache does, too. Each worker has its own.
// error: none
// run: dunlin run --memory fork
// paths: 6
// memory: forked 2, merged 0
// run: dunlin run --memory ite
// paths: 4
// run: dunlin run --memory segments
// paths: 4
// memory: forked 0, merged >= 2, largest_segment 20
// run: dunlin run --memory static-segments
// paths: 4
// memory: forked 0, largest_segment 20
// run: dunlin run --memory auto
// verdict: no-errors
// run: dunlin run --memory fork --cache address-aware
// paths: 6
// run: dunlin run -DPLACED --workers 1 --search dfs --memory fork --cache exact --value-sets off --counterexamples off --neighbours off
// paths: 8
// queries: smt 10
// run: dunlin run -DPLACED --workers 1 --search dfs --memory fork --cache address-aware --value-sets off --counterexamples off --neighbours off
// paths: 8
// queries: answered_by.address_aware >= 1
// run: dunlin run -DPLACED --workers 1 --search dfs --memory segments --cache exact --value-sets off --counterexamples off --neighbours off
// paths: 4
// memory: largest_segment 30
// queries: smt 10
// run: dunlin run -DPLACED --workers 1 --search dfs --memory segments --cache address-aware --value-sets off --counterexamples off --neighbours off
// paths: 4
// memory: largest_segment 30
// queries: answered_by.address_aware >= 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

#ifdef PLACED
#define SLOTS 40
#else
#define SLOTS 2
#endif

static void allocate_objects(void) {
    for (int i = 1; i < 4; i++) {
        malloc(100 * i);
    }
}

int main(void) {
    int z;
    klee_make_symbolic(&z, sizeof z, "z");
    if (z == 0) {
        allocate_objects();
    }

    char **array = calloc(SLOTS, sizeof(char *));
    for (int i = 0; i < 2; i++) {
        array[i] = calloc(10, 1);
    }
#ifdef PLACED
    unsigned place;
    klee_make_symbolic(&place, sizeof place, "place");
    klee_assume(place < SLOTS);
    array[place] = calloc(10, 1);
#endif

    int i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    if (0 <= i && i < 2 && 0 <= j && j < 10) {
        char *buffer = array[i];
        if (buffer[j] == 'a') {
            assert(0);
        }
    }
    return 0;
}
