// The same line as in condition_contradicts.c, where it cannot be reached with the conditions there.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --condition 1
// run: dunlin reach --target @target --condition n==17
// run: dunlin reach --target @target --condition n%2==1&&twice%4==2&&sum==3
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    int n = klee_range(0, 40, "n");
    int sum = 0;
    int twice = 2 * n;
    for (int i = 0; i < n % 4; i++)
        sum += i;
    if (n > 10 && n != 16)
        return 1; // target
    return 0;
}
