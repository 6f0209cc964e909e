// Source patterns that the optimiser turns into intrinsics, selects, tables and freezes.
// run: dunlin run -O1
// run: dunlin run -O2
// run: dunlin run -O3
// run: dunlin run -Os
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>

#define KEEP __attribute__((noinline))

KEEP static int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }
KEEP static unsigned absolute(int x) { return x < 0 ? -(unsigned)x : (unsigned)x; }
KEEP static uint8_t saturate(uint8_t a, uint8_t b) { return a + b > 255 ? 255 : (uint8_t)(a + b); }
KEEP static uint64_t rotate(uint64_t x, unsigned n) { return x << (n & 63) | x >> (-n & 63); }
KEEP static int bits(uint32_t x) {
    int n = 0;
    for (; x; x &= x - 1)
        n++;
    return n;
}
KEEP static uint32_t load(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}
KEEP static int average(unsigned a, unsigned b) { return (int)(((uint64_t)a + b) / 2); }
KEEP static int by_ten(int x) { return x / 10 + x % 10; }
KEEP static int lookup(int x) {
    switch (x) {
    case 1: return 5;
    case 2: return 9;
    case 3: return 14;
    case 4: return 1;
    case 5: return 6;
    }
    return 0;
}
KEEP static double choose(int c, double a, double b) { return c ? a : b; }
KEEP static int both(const int *p, int n) { return n > 0 && p[n - 1] > 3; }

int main(void) {
    static const uint8_t bytes[] = {0x12, 0x34, 0x56, 0x78};
    static const int table[] = {1, 9};
    printf("%d %d %d\n", clamp(5, 1, 3), clamp(-5, 1, 3), clamp(2, 1, 3));
    printf("%u %u %d %d\n", absolute(-7), absolute(INT32_MIN), saturate(200, 100), saturate(1, 2));
    printf("%llx %d %x\n", (unsigned long long)rotate(0x123456789abcdef0ull, 12), bits(0xf0f1), load(bytes));
    printf("%d %d %d\n", average(4000000000u, 200000000u), by_ten(-12345), lookup(3) + lookup(9));
    printf("%g %g %d %d\n", choose(1, 0.5, 2), choose(0, 0.5, 2), both(table, 2), both(table, 0));
    return 0;
}
