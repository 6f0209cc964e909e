// A switch on an input: three cases and the default.
// run: dunlin run
// paths: 4
// tests: 4
// error: none
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    switch (x) {
    case 1:
        return 10;
    case 2:
        return 20;
    case -5:
        return 30;
    default:
        return 40;
    }
}
