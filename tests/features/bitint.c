// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include <stdio.h>

int main(void) {
    volatile unsigned _BitInt(3) three = 5;
    three += 6;
    volatile _BitInt(7) seven = 60;
    seven = (_BitInt(7))(seven - 70);
    volatile _BitInt(17) seventeen = -40000;
    seventeen *= 3;
    volatile unsigned _BitInt(37) u37 = 0x1fffffffffull;
    u37 = u37 * 5 + 1;
    printf("%u %d %d %llu\n", (unsigned)three, (int)seven, (int)seventeen, (unsigned long long)u37);
    printf("%d %d\n", (int)(seventeen >> 3), (int)(seven / 4));

    volatile unsigned _BitInt(100) u100 = 1;
    for (int i = 1; i < 25; i++)
        u100 *= (unsigned _BitInt(100))i;
    printf("%llx %llx\n", (unsigned long long)(u100 >> 64), (unsigned long long)u100);
    u100 /= 1000000007u;
    printf("%llx %llx\n", (unsigned long long)(u100 >> 64), (unsigned long long)u100);

    unsigned _BitInt(70) table[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        table[i] <<= 66 + i;
    printf("%x %x %x\n", (unsigned)(table[0] >> 64), (unsigned)(table[1] >> 64),
           (unsigned)(table[2] >> 64));
    return 0;
}
