// A condition of two parts without side effects is one branch.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x > 3 && x < 9)
        return 1;
    return 0;
}
