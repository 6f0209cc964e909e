// Figure 2, `!Exp`: of numbers and of pointers.
// run: dunlin reach --target @zero --target @null --target @never --strategy tse
// verdict: @zero reachable
// verdict: @null reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stddef.h>

int main(void) {
    int x = dunlin_int("x");
    int *p = x ? &x : NULL;
    if (!x && p)
        return 3; // target never
    if (!p)
        return 1; // target null
    if (!(x - 5))
        return 2; // target zero
    return 0;
}
