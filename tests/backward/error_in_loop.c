// The last round of a loop goes one too far, for one value of its bound.
// run: dunlin run
// run: dunlin run --backward-from error_in_loop.c:14
// error: out-of-bounds-read at 11
#include <dunlin.h>

int main(void) {
    int values[5] = {1, 2, 3, 4, 5}, sum = 0;
    int n = dunlin_range(0, 7, "n");
    for (int i = 0; i < n; i++)
        sum += values[i];
    if (sum > 100)
        sum = 100;
    return sum;
}
