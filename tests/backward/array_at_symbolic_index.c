// A store at an index of the input, then reads at fixed ones and at another index.
// run: dunlin reach --target @hit --target @missed --target @never --strategy tse
// verdict: @hit reachable
// verdict: @missed reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int a[4] = {0, 0, 0, 0};
    int i = dunlin_range(0, 4, "i"), j = dunlin_range(0, 4, "j");
    a[i] = 7;
    if (a[2] == 7 && j == 1)
        return 1; // target hit
    if (a[j] == 0 && i == 3)
        return 2; // target missed
    if (a[j] == 7 && i != j)
        return 3; // target never
    return 0;
}
