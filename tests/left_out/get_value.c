// One value of many: what depends on it was explored for no other.
// run: dunlin run
// run: dunlin run --workers 2
// paths: 1
// left-out: klee_get_value
// left-out: was explored
// run: dunlin reach --target @target --no-replay
// verdict: @target unknown
// reason: klee_get_value
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_assume(x >= 0 && x < 10);
    int y = klee_get_value_i32(x);
    if (y + 1 == 0x123)
        return 1;
    if (y < 0)
        return 2; // target
    return 0;
}
