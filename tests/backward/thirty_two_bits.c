// Pointers of four bytes: two of them in eight.
// run: dunlin reach --target @target --target @never --strategy tse -m32
// verdict: @target reachable
// verdict: @never unreachable
#include <dunlin.h>

static int a, b;
static int *both[2] = {&a, &b};

int main(void) {
    int **at = both + (dunlin_int("x") == 3);
    **at = 8;
    if (b == 8 && sizeof both == 8)
        return 1; // target
    if (a == b)
        return 2; // target never
    return 0;
}
