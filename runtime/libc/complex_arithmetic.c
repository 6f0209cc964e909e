/* What clang calls for products and quotients of complex numbers.
 *
 * Results round as those of libgcc, which native programs link: each operation on its own, no fused
 * ones, and quotients by the method of Baudin and Smith ("A robust complex division in Scilab",
 * 2012) with scaling against overflow and underflow. */
#include "dunlin_libc.h"

#include <float.h>

#pragma STDC FP_CONTRACT OFF

#define REAL float
#define NAME(helper) helper##_f
#define PRODUCT __mulsc3
#define QUOTIENT __divsc3
/* In double nothing overflows. */
static float scale_f(float a, float b, float c, float d) {
    (void)a, (void)b, (void)c, (void)d;
    return 1;
}

static void divide_f(double a, double b, double c, double d, float *x, float *y) {
    double divisor = c * c + d * d;
    *x = (float)((a * c + b * d) / divisor);
    *y = (float)((b * c - a * d) / divisor);
}
#include "complex_arithmetic.inc"
#undef REAL
#undef NAME
#undef PRODUCT
#undef QUOTIENT

#define REAL double
#define NAME(helper) helper##_d
#define PRODUCT __muldc3
#define QUOTIENT __divdc3
#define ABSOLUTE __builtin_fabs
#define LARGEST DBL_MAX
#define LEAST_NORMAL DBL_MIN
#define EPSILON DBL_EPSILON
#include "complex_division.inc"
#include "complex_arithmetic.inc"
#undef REAL
#undef NAME
#undef PRODUCT
#undef QUOTIENT
#undef ABSOLUTE
#undef LARGEST
#undef LEAST_NORMAL
#undef EPSILON

#define REAL long double
#define NAME(helper) helper##_l
#define PRODUCT __mulxc3
#define QUOTIENT __divxc3
#define ABSOLUTE __builtin_fabsl
#define LARGEST LDBL_MAX
#define LEAST_NORMAL LDBL_MIN
#define EPSILON LDBL_EPSILON
#include "complex_division.inc"
#include "complex_arithmetic.inc"
