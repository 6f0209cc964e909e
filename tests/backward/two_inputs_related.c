// Only a relation of two inputs leads to the target, no value of either alone.
// run: dunlin reach --target @target --target @never --strategy tse
// verdict: @target reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    unsigned x = (unsigned)dunlin_int("x"), y = (unsigned)dunlin_int("y");
    if ((x ^ y) == 0xdeadbeef && x + y == 0x1f51bf0f)
        return 1; // target
    if (x + y == 7 && x - y == 4)
        return 2; // target never
    return 0;
}
