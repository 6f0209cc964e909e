// Integers beyond 128 bits.
// run: dunlin run
// run: dunlin run -O2
// native: same
#include <stdio.h>

typedef unsigned _BitInt(200) u200;

static void show(u200 x) {
    printf("%02llx %016llx %016llx %016llx\n", (unsigned long long)(x >> 192),
           (unsigned long long)(x >> 128), (unsigned long long)(x >> 64), (unsigned long long)x);
}

int main(void) {
    volatile u200 a = 3, b = 1;
    for (int i = 0; i < 100; i++) {
        a = a * 7 + 11;
        b = (b << 1) ^ (b >> 150) ^ 0x9e37;
    }
    show(a);
    show(b);
    show(a + b);
    show(a - b);
    show(a * b);
    show(a / (b >> 90));
    show(a % (b >> 90));
    show(~a & b);
    volatile _BitInt(200) s = (_BitInt(200))a;
    show((u200)(s >> 100));
    printf("%d %d\n", a < b, s < 0);
    return 0;
}
