// Arithmetic of every floating-point format, on all pairs of special values. NaNs are compared as
// NaNs, since their bits differ between processors and compilers.
// run: dunlin run
// run: dunlin run -O2
// native: same
#include <math.h>
#include <stdio.h>

static void show(const char *what, const void *value, int size, int nan) {
    const unsigned char *bytes = value;
    printf("%s ", what);
    if (nan)
        printf("nan");
    for (int i = size; !nan && i-- > 0;)
        printf("%02x", bytes[i]);
    printf("\n");
}

#define SHOW(what, T, size, value)             \
    do {                                       \
        T shown = value;                       \
        show(what, &shown, size, shown != shown); \
    } while (0)

#define FORMAT(name, T, SIZE, MAX, MIN)                                                  \
    static void pair_##name(volatile T a, volatile T b) {                                \
        SHOW(#name " +", T, SIZE, a + b);                                                \
        SHOW(#name " -", T, SIZE, a - b);                                                \
        SHOW(#name " *", T, SIZE, a * b);                                                \
        SHOW(#name " /", T, SIZE, a / b);                                                \
        SHOW(#name " neg", T, SIZE, -a);                                                 \
        printf("%d%d%d%d%d%d\n", a < b, a <= b, a > b, a >= b, a == b, a != b);          \
        printf("%d%d%d%d%d%d\n", __builtin_isless(a, b), __builtin_islessequal(a, b),    \
               __builtin_isgreater(a, b), __builtin_isgreaterequal(a, b),                \
               __builtin_islessgreater(a, b), __builtin_isunordered(a, b));              \
        printf("%d%d%d\n", !(a < b), !(a >= b), a ? 1 : 0);                              \
    }                                                                                    \
    static void all_##name(void) {                                                       \
        const T values[] = {0,          -(T)0.0,        1,   (T)-1.5, (T)(1.0 / 3.0),    \
                            (T)MAX,     (T)-MAX,        MIN, MIN / 2, (T)__builtin_inf(), \
                            (T)-__builtin_inf(), (T)__builtin_nan("")};                  \
        for (int i = 0; i < 12; i++)                                                     \
            for (int j = 0; j < 12; j++)                                                 \
                pair_##name(values[i], values[j]);                                       \
    }

FORMAT(half, _Float16, 2, __FLT16_MAX__, __FLT16_MIN__)
FORMAT(single, float, 4, __FLT_MAX__, __FLT_MIN__)
FORMAT(double, double, 8, __DBL_MAX__, __DBL_MIN__)
FORMAT(extended, long double, 10, __LDBL_MAX__, __LDBL_MIN__)
FORMAT(quad, __float128, 16, 1e300, (__float128)1e-300)

int main(void) {
    all_half();
    all_single();
    all_double();
    all_extended();
    all_quad();
    volatile double x = 7.25, y = -2.5;
    volatile float f = -7.25f, g = 2.5f;
    printf("%a %a\n", fmod(x, y), (double)fmodf(f, g));
    return 0;
}
