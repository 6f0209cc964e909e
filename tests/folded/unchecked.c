// Without the options, arithmetic wraps around, as it does natively at -O0.
// run: dunlin run
// paths: 1
// stdout: -2147483648 0 -2147483648
#include <stdio.h>
int main(void) {
    volatile int a = 2147483647 + 1, b = 65536 * 65536, c = 1 << 31;
    printf("%d %d %d\n", a, b, c);
    return 0;
}
