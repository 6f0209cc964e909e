// Output can fail: whoever looks whether it did is not answered by "it succeeds here".
// run: dunlin reach --target @failed
// verdict: @failed unknown
// reason: assumption that output succeeds
// run: dunlin reach --target @never
// verdict: @never unknown
#include <stdio.h>

int main(void) {
    int n = 2;
    if (printf("x\n") < 0)
        return 1; // target failed
    if (n == 3)
        return 2; // target never
    return 0;
}
