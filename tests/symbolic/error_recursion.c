// A recursion without end for one input.
// run: dunlin run
// paths: 2
// error: stack-overflow at 8
#include <klee/klee.h>

static int endless(int n) {
    return endless(n + 1) + n;
}

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 42)
        return endless(0);
    return 0;
}
