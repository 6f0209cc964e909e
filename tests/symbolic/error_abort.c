// A call of abort for one input.
// run: dunlin run
// paths: 2
// error: abort at 12
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        abort();
    return 0;
}
