// Table II, `*pexp`: through a pointer to a pointer, which another name changes in between.
// run: dunlin reach --target @changed --target @old --strategy tse
// verdict: @changed reachable
// verdict: @old unreachable
#include <dunlin.h>

int main(void) {
    int a = 1, b = dunlin_int("b");
    int *p = &a, **pp = &p, ***ppp = &pp;
    **ppp = &b;
    if (**pp == 6)
        return 1; // target changed
    **pp = 9;
    if (a != 1 || b != 9)
        return 2; // target old
    return 0;
}
