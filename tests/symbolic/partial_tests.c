// Paths that a limit cuts off leave tests with the inputs so far. They are replayed as far as these go.
// run: dunlin run --max-depth 3
// run: dunlin run --max-depth 3 -m32
// exit: 3
// verdict: incomplete
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
    int larger = 0;
    for (int i = 0; i < 6; i++) {
        int n;
        klee_make_symbolic(&n, sizeof n, "n");
        if (n > 10) {
            puts("larger");
            larger++;
        } else {
            puts("smaller");
        }
    }
    return larger;
}
