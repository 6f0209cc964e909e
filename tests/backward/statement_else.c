// Figure 2, `Else`: the condition of the branch that is not taken does not hold.
// run: dunlin reach --target @other --target @never --strategy tse
// verdict: @other reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), y;
    if (x > 10) {
        y = 1;
    } else {
        y = 2;
        if (x == 11)
            y = 3; // target never
    }
    if (y == 2)
        return y; // target other
    return 0;
}
