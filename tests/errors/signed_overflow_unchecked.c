// Without the option, arithmetic wraps.
// run: dunlin run
// stdout: -2147483648 0
#include <limits.h>
#include <stdio.h>

int main(void) {
    volatile int n = INT_MAX;
    volatile unsigned u = UINT_MAX;
    printf("%d %u\n", n + 1, u + 1);
    return 0;
}
