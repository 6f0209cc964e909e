// Conversions of integers, pointers through integers and back.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile int minus = -2;
    volatile uint64_t big = 0xfedcba9876543210ull;
    printf("%d %u %lld\n", (int8_t)big, (uint16_t)big, (long long)(int32_t)big);
    printf("%llu %lld\n", (unsigned long long)(unsigned)minus, (long long)minus);
    int table[4] = {1, 2, 3, 4};
    uintptr_t address = (uintptr_t)table;
    int *back = (int *)(address + 2 * sizeof(int));
    printf("%d %d\n", *back, (int)(back - table));
    back = (int *)((address & ~(uintptr_t)3) | (address & 3));
    printf("%d\n", *back);
    void *opaque = &table[3];
    char *bytes = opaque;
    printf("%d %d\n", bytes[0], *(int *)(bytes - 4));
    enum color { RED, GREEN = 7, BLUE } c = BLUE;
    printf("%d %d\n", c, (enum color)(c - 1) == GREEN);
    printf("%d %d\n", (_Bool)0.5, (_Bool)(void *)0);
    return 0;
}
