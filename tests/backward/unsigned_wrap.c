// Unsigned numbers wrap: a sum that is less than what was added.
// run: dunlin reach --target @wrapped --target @never --strategy tse
// verdict: @wrapped reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    unsigned x = (unsigned)dunlin_int("x"), sum = x + 100;
    if (sum < 100 && sum == 50)
        return 1; // target wrapped
    if (sum < 100 && x < 1000)
        return 2; // target never
    return 0;
}
