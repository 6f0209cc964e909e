// The body of a do-loop is executed before its condition is asked.
// run: dunlin reach --target @once --target @never --strategy tse
// verdict: @once reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int n = dunlin_range(-5, 5, "n"), rounds = 0;
    do
        rounds++;
    while (rounds < n);
    if (n == -3 && rounds == 1)
        return 1; // target once
    if (rounds == 0)
        return 2; // target never
    return 0;
}
