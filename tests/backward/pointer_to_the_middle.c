// A pointer to the middle of an object and one to its start meet.
// run: dunlin reach --target @met --target @never --strategy tse
// verdict: @met reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    short *start = calloc(8, sizeof *start);
    short *middle = start + 4, *again = middle - 4;
    middle[-1] = (short)dunlin_int("x");
    if (start[3] == 300)
        return 1; // target met
    again[0] = 9;
    if (start[0] != 9 || start[4])
        return 2; // target never
    return 0;
}
