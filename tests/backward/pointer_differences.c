// Pointers into one object are compared and subtracted.
// run: dunlin reach --target @between --target @never --strategy tse
// verdict: @between reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int a[10] = {0};
    int *p = a + dunlin_range(0, 10, "i"), *q = a + 7;
    if (p > a && p < q && q - p == 3)
        return 1; // target between
    if (p > q && q - p > -1)
        return 2; // target never
    return 0;
}
