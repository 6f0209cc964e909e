// Figure 4.1 of the thesis on memory models, whose execution tree is Figure 4.2: two states of different
// allocations ask the same about two buffers. For each: the first buffer with and without MAGIC, which is
// at one place in it, and the second without; where the buffers are merged with and without MAGIC. A read
// of an array of pointers is a choice by the index, without an address in it. PLACED enters a third buffer
// at a place that the input decides; then the array is an SMT array, and what is asked about it depends on
// addresses (Table 4.1): the second state asks what the first has asked. Here both states have the same addresses for
// the same allocations, so that the exact cache sees that, too. Each worker has its own cache.
// error: none
// run: dunlin run --memory fork
// paths: 6
// memory: forked 2, merged 0
// run: dunlin run --memory ite
// paths: 4
// run: dunlin run --memory segments
// paths: 4
// memory: forked 0, merged >= 2, largest_segment 4
// run: dunlin run --memory static-segments
// paths: 4
// memory: forked 0, largest_segment 4
// run: dunlin run --memory auto
// verdict: no-errors
// run: dunlin run --memory fork --cache address-aware
// paths: 6
// run: dunlin run -DPLACED --workers 1 --search dfs --memory fork --cache exact --value-sets off --counterexamples off --neighbours off
// paths: 8
// queries: smt 7
// run: dunlin run -DPLACED --workers 1 --search dfs --memory fork --cache address-aware --value-sets off --counterexamples off --neighbours off
// paths: 8
// queries: answered_by.address_aware >= 1
// run: dunlin run -DPLACED --workers 1 --search dfs --memory segments --cache exact --value-sets off --counterexamples off --neighbours off
// paths: 4
// memory: largest_segment 6
// queries: smt 7
// run: dunlin run -DPLACED --workers 1 --search dfs --memory segments --cache address-aware --value-sets off --counterexamples off --neighbours off
// paths: 4
// memory: largest_segment 6
// queries: answered_by.address_aware >= 1
#include <klee/klee.h>
#include <stdlib.h>

#define N (2)
#define MAGIC (7)

#ifdef PLACED
#define SLOTS 40
#else
#define SLOTS N
#endif

int main(void) {
    int z;
    klee_make_symbolic(&z, sizeof z, "z");
    if (z > 0) {
        for (int i = 1; i < 4; i++) {
            malloc(100 * i);
        }
    }

    char **array = calloc(SLOTS, sizeof(char *));
    for (unsigned int i = 0; i < N; i++) {
        array[i] = calloc(N, 1);
    }
    array[0][1] = MAGIC;
#ifdef PLACED
    unsigned place;
    klee_make_symbolic(&place, sizeof place, "place");
    klee_assume(place < SLOTS);
    array[place] = calloc(N, 1);
#endif

    unsigned int i, j;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume(i < N);
    klee_assume(j < N);
    int found = 0;
    if (array[i][j] == MAGIC) {
        found = 1;
    }
    return found;
}
