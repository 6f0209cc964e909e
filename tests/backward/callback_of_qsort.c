// A callback that the C library calls.
// run: dunlin reach --target @compared --target @never --strategy tse
// verdict: @compared reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

static volatile int seen;

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == 17 || y == 17)
        seen = 1; // target compared
    return x < y ? -1 : x > y;
}

int main(void) {
    int numbers[3] = {5, dunlin_int("x"), 7};
    qsort(numbers, 3, sizeof *numbers, compare);
    if (numbers[0] > 5)
        return 1; // target never
    return 0;
}
