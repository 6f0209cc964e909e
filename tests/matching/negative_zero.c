// Zero and negative zero are equal, but not the same.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 17
#include <assert.h>
#include <dunlin.h>
#include <math.h>

int main(void) {
    double zero = dunlin_range(0, 2, "negative") ? -0.0 : 0.0;
    for (int i = 0; i < 2; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 1;
    // Only where it is negative.
    assert(zero == 0.0);
    assert(!signbit(zero));
    return 0;
}
