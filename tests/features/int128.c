// run: dunlin run
// run: dunlin run -O2
// native: same
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void show(u128 x) { printf("%016llx%016llx\n", (unsigned long long)(x >> 64), (unsigned long long)x); }

int main(void) {
    volatile u128 a = ((u128)0x0123456789abcdefull << 64) | 0xfedcba9876543210ull;
    volatile u128 b = 0xdeadbeefcafeull;
    volatile i128 s = -(i128)12345678901234567ll * 1000000007;
    show(a + b);
    show(a - b * b);
    show(a * b);
    show(a / b);
    show(a % b);
    show(a << 77);
    show(a >> 33);
    show((u128)(s / 17));
    show((u128)(s % 17));
    show((u128)(s >> 5));
    show((u128)-s);
    printf("%d %d %d\n", a < b, s < 0, (u128)s > a);
    printf("%.1f %.1f\n", (double)a, (double)s);
    volatile double d = 1e30;
    show((u128)d);
    show((u128)(i128)-d);
    return 0;
}
