// Table II, `*p`: the object that p points to, at the moment of the access and not later.
// run: dunlin reach --target @first --target @second --strategy tse
// verdict: @first reachable
// verdict: @second unreachable
#include <dunlin.h>

static int a, b, *p;

int main(void) {
    int x = dunlin_int("x");
    p = &a;
    *p = x;
    p = &b;
    *p = 2;
    if (a == 6 && *p == 2)
        return 1; // target first
    if (a == 2 && x != 2)
        return 2; // target second
    return 0;
}
