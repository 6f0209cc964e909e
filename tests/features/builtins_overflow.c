// Arithmetic that reports overflow.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, a, b)                                                                           \
    do {                                                                                           \
        volatile type x = (type)(a), y = (type)(b);                                                \
        type sum, difference, product;                                                             \
        int s = __builtin_add_overflow(x, y, &sum), d = __builtin_sub_overflow(x, y, &difference), \
            p = __builtin_mul_overflow(x, y, &product);                                            \
        printf("%s %d %lld %d %lld %d %lld\n", #type, s, (long long)sum, d, (long long)difference, \
               p, (long long)product);                                                             \
    } while (0)

int main(void) {
    SHOW(int, INT_MAX, 1);
    SHOW(int, INT_MIN, -1);
    SHOW(int, 46340, 46341);
    SHOW(unsigned, 4000000000u, 294967296u);
    SHOW(unsigned, 3, 5);
    SHOW(int8_t, -128, 2);
    SHOW(uint8_t, 200, 56);
    SHOW(int16_t, 300, 300);
    SHOW(long long, LLONG_MAX, LLONG_MAX);
    SHOW(unsigned long long, 1ull << 40, 1ull << 24);
    volatile long long wide = 3000000000ll;
    int narrow;
    int overflow = __builtin_add_overflow(wide, -2999999990ll, &narrow);
    printf("%d %d\n", overflow, narrow);
    unsigned carry;
    unsigned low = __builtin_addc(UINT_MAX, 1u, 1u, &carry);
    printf("%u %u\n", low, carry);
    return 0;
}
