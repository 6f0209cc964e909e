// A variable of a loop's body dies and lives again: every round is looked at.
// run: dunlin reach --target @target --condition z==4&&n==3
// verdict: reachable
#include <klee/klee.h>

int main(void) {
    int n = klee_range(0, 5, "n"), sum = 0;
    for (int i = 0; i < n; i++) {
        int z = i * 2;
        sum += z; // target
    }
    return sum;
}
