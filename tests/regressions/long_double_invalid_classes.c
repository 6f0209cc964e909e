// The x87 format stores the leading one of the fraction. Numbers without it are NaNs.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void classify(uint16_t exponent, uint64_t fraction) {
    volatile long double stored = 0;
    memcpy((void *)&stored, &fraction, sizeof fraction);
    memcpy((char *)&stored + sizeof fraction, &exponent, sizeof exponent);
    long double x = stored;
    printf("%04x %016llx: %d %d %d %d %d\n", exponent, (unsigned long long)fraction, __builtin_isnan(x),
           __builtin_isinf(x), __builtin_isfinite(x), __builtin_isnormal(x), __builtin_issignaling(x));
}

int main(void) {
    static const uint64_t fractions[] = {
        0,          1,           1ull << 62,  (1ull << 63) - 1, 1ull << 63, (1ull << 63) + 1,
        3ull << 62, UINT64_MAX,
    };
    static const uint16_t exponents[] = {0, 1, 0x3fff, 0x7ffe, 0x7fff, 0x8000, 0xbfff, 0xffff};
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            classify(exponents[i], fractions[j]);
    return 0;
}
