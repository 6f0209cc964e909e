// Of two writes at symbolic indices the later one wins where they meet: the indices are the same or
// not.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    unsigned j;
    klee_make_symbolic(&j, sizeof j, "j");
    klee_assume((i < 4) & (j < 4));
    int values[4] = {0, 0, 0, 0};
    values[i] = 1;
    values[j] = 2;
    assert(values[j] == 2);
    if (values[i] == 2)
        return 1;
    assert(i != j);
    return 0;
}
