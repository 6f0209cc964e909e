// A preference changes no path.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_prefer_cex(&x, x == 65);
    if (x > 0)
        return 1;
    return 0;
}
