// Counting, swapping, reversing and rotating bits.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

int main(void) {
    volatile unsigned u = 0x00f0a000u;
    volatile unsigned long long w = 0x0000123400000000ull;
    volatile unsigned char b = 0x96;
    volatile unsigned short h = 0x1234;
    volatile int amount = 13;
    printf("%d %d %d %d\n", __builtin_popcount(u), __builtin_clz(u), __builtin_ctz(u),
           __builtin_parity(u));
    printf("%d %d %d %d\n", __builtin_popcountll(w), __builtin_clzll(w), __builtin_ctzll(w),
           __builtin_parityll(w));
    printf("%d %d %d\n", __builtin_ffs(0), __builtin_ffs((int)u), __builtin_clrsb(-5));
    printf("%x %x %llx\n", __builtin_bswap16(h), __builtin_bswap32(u), (unsigned long long)__builtin_bswap64(w));
    printf("%x %x %x %llx\n", __builtin_bitreverse8(b), __builtin_bitreverse16(h),
           __builtin_bitreverse32(u), (unsigned long long)__builtin_bitreverse64(w));
    printf("%x %x %x %llx\n", __builtin_rotateleft8(b, 3), __builtin_rotateright16(h, 4),
           __builtin_rotateleft32(u, (unsigned)amount), (unsigned long long)__builtin_rotateright64(w, 40));
    printf("%x %llx\n", u << amount | u >> (32 - amount), w >> amount | w << (64 - amount));
    return 0;
}
