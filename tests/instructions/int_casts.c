// Zero extension, sign extension and truncation between all pairs of widths.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include "inputs/show.h"

#define CAST(FROM, TO)                                                     \
    for (int i = 0; i < 6; i++) {                                          \
        const unsigned _BitInt(FROM) least = (unsigned _BitInt(FROM))1     \
                                             << (FROM - 1);                \
        const unsigned _BitInt(FROM) edges[] = {                           \
            0, 1, least - 1, least, (unsigned _BitInt(FROM))-1,            \
            (unsigned _BitInt(FROM))0x5a6b7c8d9eafb0c1ull * 0x10001};      \
        volatile unsigned _BitInt(FROM) u = edges[i];                      \
        volatile _BitInt(FROM) s = (_BitInt(FROM))edges[i];                \
        unsigned _BitInt(TO) from_unsigned = (unsigned _BitInt(TO))u;      \
        _BitInt(TO) from_signed = (_BitInt(TO))s;                          \
        show("unsigned i" #FROM " to", TO, &from_unsigned);                \
        show("signed i" #FROM " to", TO, &from_signed);                    \
    }

#define FROM(N)       \
    CAST(N, 2)        \
    CAST(N, 7)        \
    CAST(N, 8)        \
    CAST(N, 16)       \
    CAST(N, 31)       \
    CAST(N, 32)       \
    CAST(N, 33)       \
    CAST(N, 64)       \
    CAST(N, 65)       \
    CAST(N, 128)      \
    CAST(N, 200)      \
    CAST(N, 256)

int main(void) {
    FROM(7)
    FROM(8)
    FROM(16)
    FROM(31)
    FROM(32)
    FROM(33)
    FROM(64)
    FROM(65)
    FROM(128)
    FROM(200)
    FROM(256)
    volatile int number = 2;
    volatile _Bool truth = number;
    printf("%d %d\n", truth, truth + truth);
    return 0;
}
