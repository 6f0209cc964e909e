// Table II, `a[exp]`: the offset is a multiple of the size of an element, which may depend on the input.
// run: dunlin reach --target @third --target @never --strategy tse
// verdict: @third reachable
// verdict: @never unreachable
#include <dunlin.h>

static short a[5] = {10, 20, 30, 40, 50};

int main(void) {
    int i = dunlin_range(0, 5, "i");
    if (a[i] == 30)
        return 1; // target third
    if (a[i] == 35)
        return 2; // target never
    return 0;
}
