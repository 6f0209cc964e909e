// A call of reach_error for one input.
// run: dunlin run
// paths: 2
// error: reach-error at 13
#include <klee/klee.h>

void reach_error(void);

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        reach_error();
    return 0;
}
