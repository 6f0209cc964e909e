/* The helpers behind __builtin_powi: the multiplications and their order are those of the compiler's
 * own library, so that results are the same to the last bit. */
#include "dunlin_libc.h"

#define DEFINE_POWI(name, type)                                                                    \
    type name(type base, int exponent);                                                            \
    type name(type base, int exponent) {                                                           \
        int invert = exponent < 0;                                                                 \
        type result = 1;                                                                           \
        for (;;) {                                                                                 \
            if (exponent & 1)                                                                      \
                result *= base;                                                                    \
            exponent /= 2;                                                                         \
            if (exponent == 0)                                                                     \
                return invert ? 1 / result : result;                                               \
            base *= base;                                                                          \
        }                                                                                          \
    }

DEFINE_POWI(__powisf2, float)
DEFINE_POWI(__powidf2, double)
DEFINE_POWI(__powixf2, long double)
