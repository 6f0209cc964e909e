// The byte decides whether the shift overflows.
// run: dunlin run --check-overflow
// error: signed-overflow at 11
// paths: 2
// tests: 2
#include <klee/klee.h>
int main(void) {
    unsigned char b[4];
    klee_make_symbolic(b, sizeof b, "b");
    klee_assume(b[1] == 0);
    int x = b[0] << 24;
    return x == 5;
}
