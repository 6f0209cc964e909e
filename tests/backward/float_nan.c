// What is not a number is not equal to itself, and nothing else is so.
// run: dunlin reach --target @nan --target @never --strategy tse
// verdict: @nan reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    float x;
    dunlin_symbolic(&x, sizeof x, "x");
    if (x != x)
        return 1; // target nan
    if (!(x <= 0) && !(x > 0))
        return 2; // target never
    return 0;
}
