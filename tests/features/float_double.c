// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

int main(void) {
    volatile float f = 1.1f, g = -3.75f;
    volatile double d = 0.1, e = 2.5e10;
    printf("%.9g %.9g %.9g %.9g %.9g\n", f + g, f - g, f * g, f / g, -f);
    printf("%.17g %.17g %.17g %.17g\n", d + e, d - e, d * e, d / e);
    printf("%d %d %d %d %d %d\n", f < g, f > g, f == f, f != g, d <= e, d >= e);
    printf("%d %u %lld %llu\n", (int)g, (unsigned)(e / 10), (long long)-e, (unsigned long long)e);
    volatile int i = -123456789;
    volatile unsigned u = 4000000001u;
    volatile long long l = 9007199254740993ll;
    volatile unsigned long long w = 18446744073709551615ull;
    printf("%.9g %.9g %.17g %.17g\n", (float)i, (float)u, (double)l, (double)w);
    printf("%.17g %.9g\n", (double)f, (float)d);
    volatile double zero = 0.0;
    double infinity = 1.0 / zero, nan = zero / zero;
    printf("%d %d %d %d\n", infinity > 1e308, nan == nan, nan != nan, nan < 1.0);
    printf("%f %f %d\n", infinity, -infinity, 1.0 / -zero < 0);
    double sum = 0;
    for (int k = 1; k <= 100; k++)
        sum += 1.0 / k;
    printf("%.15f %e %g %g %g\n", sum, sum, 1e-5, 1e20, 100000.0);
    volatile float tiny = 1e-40f;
    printf("%g %g\n", tiny, tiny * 0.5f);
    return 0;
}
