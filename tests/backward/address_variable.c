// Table II, `v`, `p`, `a`, `&p`: each is an object of its own, at offset 0.
// run: dunlin reach --target @own --target @number --target @array --strategy tse
// verdict: @own reachable
// verdict: @number unreachable
// verdict: @array unreachable
#include <dunlin.h>

static int v, a[3], *p, **pp;

int main(void) {
    int x = dunlin_int("x");
    v = x;
    pp = &p;
    *pp = a;
    p[0] = 7;
    if (v == 8 && a[0] == 7)
        return 1; // target own
    if (v == 9 && p == &v)
        return 2; // target number
    if (a[0] != 7)
        return 3; // target array
    return 0;
}
