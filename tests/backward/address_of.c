// Table II, `&pexp`: the address of a field of what a pointer leads to.
// run: dunlin reach --target @field --target @never --strategy tse
// verdict: @field reachable
// verdict: @never unreachable
#include <dunlin.h>

struct inner {
    int a, b;
};

struct outer {
    int before;
    struct inner inner;
};

int main(void) {
    struct outer object = {1, {2, 3}}, *o = &object;
    struct inner *in = &o->inner;
    int *b = &in->b;
    *b = dunlin_int("b");
    if (object.inner.b == 44)
        return 1; // target field
    if (object.inner.a != 2 || object.before != 1)
        return 2; // target never
    return 0;
}
