// A read behind the end of an array on the way to the end of main, found forward and backward from there.
// run: dunlin run
// run: dunlin run --backward-from error_out_of_bounds.c:11
// error: out-of-bounds-read at 10
#include <dunlin.h>

int main(void) {
    int table[4] = {1, 2, 3, 4}, i = dunlin_range(0, 100, "i"), sum = 0;
    if (i % 2 == 0)
        sum = table[i / 2];
    return sum;
}
