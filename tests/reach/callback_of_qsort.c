// The comparison is called by the library only.
// run: dunlin reach --target @equal --target @never
// run: dunlin reach --target @equal --target @never --strategy sdse
// run: dunlin reach --target @equal --target @never --strategy ccbse:sdse
// run: dunlin reach --target @equal --target @never --strategy mix:klee
// verdict: @equal reachable
// verdict: @never unreachable
#include <klee/klee.h>
#include <stdlib.h>

static int compare(const void *left, const void *right) {
    unsigned char a = *(const unsigned char *)left, b = *(const unsigned char *)right;
    if (a == b)
        return 0; // target equal
    if (a + 256 < b)
        return 2; // target never
    return a < b ? -1 : 1;
}

int main(void) {
    unsigned char numbers[3];
    klee_make_symbolic(numbers, sizeof numbers, "numbers");
    qsort(numbers, sizeof numbers, 1, compare);
    return numbers[0] > numbers[1];
}
