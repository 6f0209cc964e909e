// Conditions over floating-point numbers that an integer of the input becomes.
// run: dunlin reach --target @half --target @never --strategy tse
// verdict: @half reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    double x = dunlin_range(-1000, 1000, "x") / 4.0;
    if (x > 12.3 && x < 12.6)
        return 1; // target half
    if (x > 12.3 && x < 12.4)
        return 2; // target never
    return 0;
}
