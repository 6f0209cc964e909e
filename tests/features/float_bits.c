// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union pun {
    double d;
    uint64_t u;
};

static uint32_t bits(float f) {
    uint32_t u;
    memcpy(&u, &f, sizeof u);
    return u;
}

int main(void) {
    volatile float third = 1.0f / 3.0f;
    printf("%08x %08x %08x\n", bits(third), bits(-third), bits(third * 3.0f));
    union pun p = {.d = -0.0};
    printf("%016llx\n", (unsigned long long)p.u);
    p.u = 0x400921fb54442d18ull;
    printf("%.15f\n", p.d);
    p.u++;
    printf("%.16f\n", p.d);
    printf("%d %d\n", __builtin_signbit(-third) != 0, __builtin_signbit(third) != 0);
    printf("%.3f %.3f %.3f\n", __builtin_fabs(-2.5), __builtin_copysign(3.0, -1.0),
           (double)__builtin_fabsf(-third));
    printf("%d %d %d\n", __builtin_isnan(p.d), __builtin_isinf(p.d), __builtin_isfinite(p.d));
    return 0;
}
