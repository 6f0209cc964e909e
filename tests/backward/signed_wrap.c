// Signed numbers that wrap by option: a successor that is less.
// run: dunlin reach --target @wrapped --target @never --strategy tse --clang-arg=-fwrapv
// verdict: @wrapped reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), successor = x + 1;
    if (successor < x)
        return 1; // target wrapped
    if (successor == x)
        return 2; // target never
    return 0;
}
