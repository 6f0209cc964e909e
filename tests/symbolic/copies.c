// Symbolic bytes that are copied and set stay what they are.
// run: dunlin run
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    char from[4], to[4];
    klee_make_symbolic(from, sizeof from, "from");
    memcpy(to, from, sizeof to);
    assert(to[3] == from[3]);
    memset(to, from[1], sizeof to);
    assert(to[0] == from[1] && to[3] == from[1]);
    memmove(from, from + 1, 3);
    assert(from[0] == to[0]);
    return 0;
}
