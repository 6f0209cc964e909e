// A function without a model leaves the rest of its path out.
// run: dunlin run
// paths: 1
// unsupported: unknown_function
// left-out: unknown_function
#include <klee/klee.h>

int unknown_function(int);

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    if (x == 3)
        return unknown_function(x);
    return 0;
}
