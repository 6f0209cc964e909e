// A loop of a thousand rounds without input lies before the target: more than any small limit of rounds.
// run: dunlin reach --target @target --target @never --strategy tse
// verdict: @target reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += i;
    if (x == sum)
        return 1; // target
    if (sum == 499501)
        return 2; // target never
    return 0;
}
