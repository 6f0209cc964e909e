// Figure 2, `Exp = Exp`: values follow from the last assignment before the target, not from an earlier one.
// run: dunlin reach --target @last --target @first --strategy tse
// verdict: @last reachable
// verdict: @first unreachable
#include <dunlin.h>

int x, y;

int main(void) {
    x = dunlin_int("x");
    y = x;
    x = 4;
    if (y == 3 && x == 4)
        return 1; // target last
    if (y == 5 && x == y)
        return 2; // target first
    return 0;
}
