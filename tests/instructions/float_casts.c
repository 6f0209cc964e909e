// Conversions between floating-point formats, and from and to integers of several widths.
// run: dunlin run
// run: dunlin run -O2
// native: same
#include <stdio.h>

static void show(const void *value, int size) {
    const unsigned char *bytes = value;
    while (size-- > 0)
        printf("%02x", bytes[size]);
    printf(" ");
}

#define TO_INT(N, value)                                                \
    do {                                                                \
        _BitInt(N) s = (_BitInt(N))(value);                             \
        unsigned _BitInt(N) u =                                         \
            (unsigned _BitInt(N))((value) < 0 ? -(value) : (value));    \
        printf("%lld %llu ", (long long)s, (unsigned long long)u);      \
    } while (0)

#define FROM_INT(T, SIZE, N, bits)                             \
    do {                                                       \
        volatile _BitInt(N) s = (_BitInt(N))(bits);            \
        volatile unsigned _BitInt(N) u = (bits);               \
        T from_signed = (T)s, from_unsigned = (T)u;            \
        show(&from_signed, SIZE);                              \
        show(&from_unsigned, SIZE);                            \
    } while (0)

#define FORMAT(name, T, SIZE)                                                            \
    static void name(void) {                                                             \
        const double values[] = {0, -0.0, 1, -1.75, 3.5, 100.99, -63.5, 1e-30, 6.1e-5};  \
        for (int i = 0; i < 9; i++) {                                                    \
            volatile T x = (T)values[i];                                                 \
            T plain = x;                                                                 \
            show(&plain, SIZE);                                                          \
            float f = (float)x;                                                          \
            double d = (double)x;                                                        \
            long double l = (long double)x;                                              \
            _Float16 h = (_Float16)x;                                                    \
            show(&f, 4);                                                                 \
            show(&d, 8);                                                                 \
            show(&l, 10);                                                                \
            show(&h, 2);                                                                 \
            TO_INT(8, x);                                                                \
            TO_INT(16, x);                                                               \
            TO_INT(32, x);                                                               \
            TO_INT(33, x);                                                               \
            TO_INT(64, x);                                                               \
            TO_INT(128, x);                                                              \
            printf("\n");                                                                \
        }                                                                                \
        const unsigned __int128 edges[] = {0,                                            \
                                           1,                                            \
                                           0x7f,                                         \
                                           0x80,                                         \
                                           0x1000001,                                    \
                                           0x7fffffffffffffffull,                        \
                                           0x8000000000000001ull,                        \
                                           ~(unsigned __int128)0,                        \
                                           (unsigned __int128)0x123456789abcdefull << 60}; \
        for (int i = 0; i < 9; i++) {                                                    \
            FROM_INT(T, SIZE, 8, (unsigned _BitInt(8))edges[i]);                         \
            FROM_INT(T, SIZE, 32, (unsigned _BitInt(32))edges[i]);                       \
            FROM_INT(T, SIZE, 33, (unsigned _BitInt(33))edges[i]);                       \
            FROM_INT(T, SIZE, 64, (unsigned _BitInt(64))edges[i]);                       \
            FROM_INT(T, SIZE, 128, (unsigned _BitInt(128))edges[i]);                     \
            printf("\n");                                                                \
        }                                                                                \
    }

FORMAT(half, _Float16, 2)
FORMAT(single, float, 4)
FORMAT(whole, double, 8)
FORMAT(extended, long double, 10)

int main(void) {
    half();
    single();
    whole();
    extended();
    return 0;
}
