// An index that may be negative.
// run: dunlin run
// paths: 2
// error: out-of-bounds-read at 12
#include <klee/klee.h>

int main(void) {
    int i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume((i >= -1) & (i < 4));
    int values[4] = {1, 2, 3, 4};
    int value = values[i];
    return value == 0;
}
