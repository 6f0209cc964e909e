// Figure 2, `Exp = newSymbolic`: an input that is made again is another input.
// run: dunlin reach --target @differ --target @never --strategy tse
// verdict: @differ reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    int before = x;
    x = dunlin_int("x");
    if (before == 3 && x == 4)
        return 1; // target differ
    int copy = x;
    if (copy != x)
        return 2; // target never
    return 0;
}
