// What an assumption excludes is not reached: neither behind klee_assume(0) nor against the range.
// run: dunlin reach --target @behind --target @outside
// run: dunlin reach --target @behind --target @outside --strategy ccbse:sdse
// run: dunlin reach --target @behind --target @outside --strategy mix:klee
// verdict: unreachable
// reason: were assumed away
#include <klee/klee.h>

int main(void) {
    int n = klee_range(0, 10, "n");
    if (n == 3) {
        klee_assume(0);
        return 1; // target behind
    }
    if (n > 9)
        return 2; // target outside
    return 0;
}
