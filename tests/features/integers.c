// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, a, b)                                                                           \
    do {                                                                                           \
        volatile type x = (type)(a), y = (type)(b);                                                \
        printf("%-8s %lld %lld %lld %lld %lld ", #type, (long long)(type)(x + y),                  \
               (long long)(type)(x - y), (long long)(type)(x * y), (long long)(type)(x / y),       \
               (long long)(type)(x % y));                                                          \
        printf("%lld %lld %lld %lld %lld %d%d%d\n", (long long)(type)(x & y),                      \
               (long long)(type)(x | y), (long long)(type)(x ^ y), (long long)(type)(x << 3),      \
               (long long)(type)(x >> 2), x < y, x == y, x >= y);                                  \
    } while (0)

int main(void) {
    SHOW(uint8_t, 200, 7);
    SHOW(int8_t, 100, -3);
    SHOW(uint16_t, 60000, 77);
    SHOW(int16_t, 1000, -7);
    SHOW(uint32_t, 4000000000u, 12345);
    SHOW(int32_t, 20000000, -99);
    SHOW(uint64_t, 9000000000000000000ull, 1000000007);
    SHOW(int64_t, 90000000000000ll, -10007);
    volatile int negative = -17;
    printf("%d %d %d\n", negative / 5, negative % 5, negative >> 1);
    printf("%lld %llu\n", (long long)(int8_t)negative, (unsigned long long)(uint16_t)negative);
    volatile _Bool flag = 5;
    printf("%d %d\n", flag, !flag);
    return negative & 0x7f;
}
