// A write through a pointer that may refer to two objects: one path for each.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int a = 0, b = 0;
    int *objects[2] = {&a, &b};
    *objects[x != 0] = 1;
    assert(a + b == 1);
    assert(x != 0 ? b == 1 : a == 1);
    return 0;
}
