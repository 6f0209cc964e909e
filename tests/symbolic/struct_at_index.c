// A field of an element at a symbolic index: one name has the value 20.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

struct entry {
    char name;
    int value;
};

static const struct entry entries[4] = {{'a', 10}, {'b', 20}, {'c', 30}, {'d', 40}};

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    if (entries[i].value == 20) {
        assert(entries[i].name == 'b');
        return 1;
    }
    return 0;
}
