// Constants at the edge of what is allowed; unsigned arithmetic wraps around.
// run: dunlin run --check-overflow --check-shift
// run: dunlin run --check-overflow --check-shift -m32
// run: dunlin run --check-overflow --check-shift -O2
// native: same
#include <limits.h>
#include <stdio.h>
int main(void) {
    signed char c = 100;
    c += 100;
    c++;
    short s = (short)70000;
    s *= 300;
    unsigned u = 4294967295u + 1, v = 1u << 31, w = -1u;
    printf("%d %d %u %u %u\n", c, s, u, v, w);
    printf("%d %d %d\n", INT_MAX - 1 + 1, 1 << 30, INT_MIN / 1);
    printf("%d %d\n", (int)2147483647.5, (int)-2147483648.5);
    printf("%llu\n", 1ull << 63);
    return 0;
}
