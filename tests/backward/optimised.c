// Code that clang has optimised: values in registers, choices without branches.
// run: dunlin reach --target @target --target @never --strategy tse -O2
// verdict: @target reachable
// verdict: @never unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int x = dunlin_int("x"), y = dunlin_int("y");
    int larger = x > y ? x : y, smaller = x > y ? y : x;
    if (larger == 90 && smaller == 20)
        seen = 1; // target
    if (larger == 90 && smaller == 91)
        seen = 2; // target never
    return 0;
}
