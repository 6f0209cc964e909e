// What a recursive function returns decides.
// run: dunlin reach --target @sum --target @never --strategy tse
// verdict: @sum reachable
// verdict: @never unreachable
#include <dunlin.h>

static int sum(int n) {
    return n <= 0 ? 0 : n + sum(n - 1);
}

int main(void) {
    int n = dunlin_range(0, 7, "n"), s = sum(n);
    if (s == 15)
        return 1; // target sum
    if (s == 14)
        return 2; // target never
    return 0;
}
