// Two pointers are swapped by a function; whoever reads through them sees the other object.
// run: dunlin reach --target @swapped --target @never --strategy tse
// verdict: @swapped reachable
// verdict: @never unreachable
#include <dunlin.h>

static void swap(int **a, int **b) {
    int *kept = *a;
    *a = *b;
    *b = kept;
}

int main(void) {
    int first = dunlin_int("first"), second = 2;
    int *p = &first, *q = &second;
    swap(&p, &q);
    *p = 20;
    if (*q == 13 && second == 20)
        return 1; // target swapped
    if (p == &first || *q != first)
        return 2; // target never
    return 0;
}
