// Figure 1 with a condition that the end of the loop contradicts: i is not below w there, and 999 is below
// 1000. Forward, there are two thousand million paths to follow before that is known.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

int main(void) {
    int i = 0, w = dunlin_int("w");
    while (i < w)
        i++;
    if (w == 1000 && i == 999)
        return 1; // target
    return 0;
}
