// Two pointers may lead to one object: the input decides, and so what is read.
// run: dunlin reach --target @alias --target @apart --target @never --strategy tse
// verdict: @alias reachable
// verdict: @apart reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int a = 1, b = 2;
    int x = dunlin_int("x");
    int *p = &a, *q = x == 12 ? &a : &b;
    *p = 5;
    *q = 6;
    if (*p == 6 && x > 11)
        return 1; // target alias
    if (*p == 5 && b == 6)
        return 2; // target apart
    if (*p == 6 && x != 12)
        return 3; // target never
    return 0;
}
