/* math.h: rounding, signs, square root, minimum and maximum.
 *
 * Each __builtin_ below becomes one LLVM intrinsic, which the engine computes itself;
 * README.md lists them. */
#include "dunlin_libc.h"

/* f, and its variants for float and long double, with one argument. */
#define UNARY(name)                     \
    double name(double x) {             \
        return __builtin_##name(x);     \
    }                                   \
    float name##f(float x) {            \
        return __builtin_##name##f(x);  \
    }                                   \
    long double name##l(long double x) { \
        return __builtin_##name##l(x);  \
    }

UNARY(fabs)
UNARY(floor)
UNARY(ceil)
UNARY(trunc)
UNARY(rint)
UNARY(nearbyint)
UNARY(round)
UNARY(roundeven)

/* __builtin_sqrt would be a call of sqrt wherever clang thinks of errno. */
double sqrt(double x) {
    return __builtin_elementwise_sqrt(x);
}

float sqrtf(float x) {
    return __builtin_elementwise_sqrt(x);
}

long double sqrtl(long double x) {
    return __builtin_elementwise_sqrt(x);
}

/* Conversions to integers. A number outside of the type's range, or NaN, gives the least integer,
 * as the processor's own conversion does. */
#define TO_INTEGER(name, real, integer, least, rounded) \
    integer name(real x) {                              \
        real r = rounded(x);                            \
        if (!(r >= (real)(least) && r < -(real)(least))) \
            return least;                               \
        return (integer)r;                              \
    }

TO_INTEGER(lround, double, long, LONG_MIN, __builtin_round)
TO_INTEGER(lroundf, float, long, LONG_MIN, __builtin_roundf)
TO_INTEGER(lroundl, long double, long, LONG_MIN, __builtin_roundl)
TO_INTEGER(llround, double, long long, LLONG_MIN, __builtin_round)
TO_INTEGER(llroundf, float, long long, LLONG_MIN, __builtin_roundf)
TO_INTEGER(llroundl, long double, long long, LLONG_MIN, __builtin_roundl)
TO_INTEGER(lrint, double, long, LONG_MIN, __builtin_rint)
TO_INTEGER(lrintf, float, long, LONG_MIN, __builtin_rintf)
TO_INTEGER(lrintl, long double, long, LONG_MIN, __builtin_rintl)
TO_INTEGER(llrint, double, long long, LLONG_MIN, __builtin_rint)
TO_INTEGER(llrintf, float, long long, LLONG_MIN, __builtin_rintf)
TO_INTEGER(llrintl, long double, long long, LLONG_MIN, __builtin_rintl)

#define BINARY(real, suffix)                                                                \
    real copysign##suffix(real x, real y) {                                                 \
        return __builtin_copysign##suffix(x, y);                                            \
    }                                                                                       \
    real fmin##suffix(real x, real y) {                                                     \
        return y != y || x < y ? x : y;                                                     \
    }                                                                                       \
    real fmax##suffix(real x, real y) {                                                     \
        return y != y || x > y ? x : y;                                                     \
    }                                                                                       \
    real fdim##suffix(real x, real y) {                                                     \
        return x <= y ? 0 : x - y;                                                          \
    }                                                                                       \
    real fma##suffix(real x, real y, real z) {                                              \
        return __builtin_fma##suffix(x, y, z);                                              \
    }                                                                                       \
    /* The IEEE remainder: x - n*y, n the integer nearest to x/y, the even one of two. */   \
    real remainder##suffix(real x, real y) {                                                \
        if (x != x || y != y || y == 0 || x - x != 0)                                       \
            return (x * y) / (x * y);                                                       \
        y = __builtin_fabs##suffix(y);                                                      \
        real doubled = y + y;                                                               \
        real r = __builtin_fabs##suffix(x);                                                 \
        if (doubled - doubled == 0)                                                         \
            r = fmod##suffix(r, doubled);                                                   \
        /* r < 2y now; "r > y/2" without halving, which would lose a subnormal's low bit. */ \
        if (r > y - r) {                                                                    \
            r -= y;                                                                         \
            if (r >= y - r)                                                                 \
                r -= y;                                                                     \
        }                                                                                   \
        return __builtin_signbit(x) ? -r : r;                                               \
    }                                                                                       \
    real drem##suffix(real x, real y) {                                                     \
        return remainder##suffix(x, y);                                                     \
    }

BINARY(double, )
BINARY(float, f)
BINARY(long double, l)
