// Each part of a condition that stands on several lines is a target of its own.
// run: dunlin reach --target @first --target @second --target @third
// run: dunlin reach --target @first --target @second --target @third --fold-conditions off
// verdict: @first reachable
// verdict: @second reachable
// verdict: @third unreachable
#include <klee/klee.h>

int main(void) {
    int n;
    klee_make_symbolic(&n, sizeof n, "n");
    if (n > 5 && // target first
        n < 4 && // target second
        n != 7) // target third
        return 1;
    return 0;
}
