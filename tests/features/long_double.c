// x86's 80-bit numbers: arithmetic, conversions, the ten bytes in memory.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include <stdio.h>
#include <string.h>

static void show(long double x) {
    unsigned char bytes[sizeof x];
    memcpy(bytes, &x, sizeof x);
    for (int i = 9; i >= 0; i--)
        printf("%02x", bytes[i]);
    printf(" %.6g\n", (double)x);
}

int main(void) {
    volatile long double a = 1.0L / 3.0L, b = 1e30L;
    volatile long long big = 0x7fffffffffffffffll;
    volatile unsigned long long huge = 0xffffffffffffffffull;
    show(a);
    show(a + b);
    show(a - b);
    show(a * b);
    show(b / a);
    show(-a);
    show((long double)big);
    show((long double)huge);
    show((long double)0.1);
    show((long double)0.1f);
    show(0.1L);
    printf("%d %d %d\n", a < b, a == b, (double)a == 1.0 / 3.0);
    printf("%lld %llu\n", (long long)(a * 1e15L), (unsigned long long)((long double)huge));
    return 0;
}
