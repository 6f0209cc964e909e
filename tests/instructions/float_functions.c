// What clang makes of the builtin mathematical functions: one instruction or intrinsic each.
// run: dunlin run
// run: dunlin run -O2
// native: same
#include <stdio.h>

#define ROUNDING(T, suffix, x)                                                                      \
    printf("%La %La %La %La %La %La %La %La\n", (long double)__builtin_floor##suffix(x),            \
           (long double)__builtin_ceil##suffix(x), (long double)__builtin_trunc##suffix(x),         \
           (long double)__builtin_round##suffix(x), (long double)__builtin_rint##suffix(x),         \
           (long double)__builtin_nearbyint##suffix(x), (long double)__builtin_roundeven##suffix(x), \
           (long double)__builtin_fabs##suffix(x));                                                 \
    printf("%La %La %La %La\n", (long double)__builtin_copysign##suffix(x, (T)-1),                  \
           (long double)__builtin_copysign##suffix(-x, (T)1),                                       \
           (long double)__builtin_fmin##suffix(x, (T)0.75),                                         \
           (long double)__builtin_fmax##suffix(x, (T)0.75));                                        \
    printf("%ld %ld %lld %lld\n", __builtin_lrint##suffix(x), __builtin_lround##suffix(x),          \
           __builtin_llrint##suffix(x), __builtin_llround##suffix(x))

#define ROOTS(T, suffix, x)                                                    \
    printf("%La %La\n", (long double)__builtin_sqrt##suffix(x < 0 ? -x : x),   \
           (long double)__builtin_fma##suffix(x, x, (T)0.125))

int main(void) {
    const double values[] = {0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.49, -3.51, 1e10, 4503599627370497.5};
    for (int i = 0; i < 10; i++) {
        volatile float f = (float)values[i];
        volatile double d = values[i];
        volatile long double l = values[i];
        ROUNDING(float, f, f);
        ROUNDING(double, , d);
        ROUNDING(long double, l, l);
        ROOTS(float, f, f);
        ROOTS(double, , d);
        ROOTS(long double, l, l);
    }
    volatile double nan = __builtin_nan(""), one = 1;
    printf("%g %g %g %g\n", __builtin_fmin(nan, one), __builtin_fmax(one, nan), __builtin_fmin(one, nan),
           __builtin_fmax(nan, one));
    return 0;
}
