// Figure 4.3 of the thesis on memory models: a program whose behaviour depends on where its objects lie.
// Comparing p and q pins their addresses, so that both sides of the branch are never taken by states with
// the same addresses, in no model and with no cache; p + 100 is outside of its object wherever that lies,
// also where q or a neighbour within a segment begins there.
// paths: 2
// error: out-of-bounds-read at 25
// run: dunlin run --addresses fixed --memory fork --cache exact
// run: dunlin run --addresses fixed --memory fork --cache address-aware
// run: dunlin run --addresses fixed --memory ite
// run: dunlin run --addresses fixed --memory segments --cache address-aware
// run: dunlin run --addresses fixed --memory static-segments --cache address-aware
// run: dunlin run --addresses fixed --memory auto --cache address-aware
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int far;
    klee_make_symbolic(&far, sizeof far, "far");
    char *p = calloc(10, 1), *q = calloc(50, 1);
    int above = 0;
    if (p > q) {
        above = 1;
    }
    if (far) {
        if (*(p + 100) == *q) {
            above = 2;
        }
    }
    return above;
}
