// The same call in a row: what the first left in a variable is what the second finds.
// run: dunlin reach --target @second --target @third --strategy tse
// verdict: @second reachable
// verdict: @third unreachable
#include <dunlin.h>

static int count;

static int next(int step) {
    count += step;
    if (count == 2 * step && step == 6)
        return 2; // target second
    if (count == 3 * step && step == 7)
        return 3; // target third
    return 0;
}

int main(void) {
    int step = dunlin_range(1, 10, "step");
    return next(step) + next(step);
}
