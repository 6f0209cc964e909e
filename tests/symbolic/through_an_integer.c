// A pointer that was an integer in between is the same pointer.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>

int main(void) {
    unsigned i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 4);
    char text[4] = {0, 0, 0, 0};
    uintptr_t address = (uintptr_t)text + i;
    *(char *)address = 1;
    assert(text[0] + text[1] + text[2] + text[3] == 1);
    return 0;
}
