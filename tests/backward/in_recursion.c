// The target is in the fourth call of a function that calls itself.
// run: dunlin reach --target @fourth --target @never --strategy tse
// run: dunlin reach --target @fourth --target @never --strategy tse --edge-limit 5
// verdict: @fourth reachable
// verdict: @never unreachable
#include <dunlin.h>

static int down(int n, int depth) {
    if (depth == 3 && n == 2)
        return 1; // target fourth
    if (depth > 6)
        return 2; // target never
    return n > 0 ? down(n - 1, depth + 1) : 0;
}

int main(void) {
    return down(dunlin_range(0, 6, "n"), 0);
}
