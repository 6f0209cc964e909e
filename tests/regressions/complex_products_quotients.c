// Products and quotients with infinities, zeros and numbers near the ends of the range.
// run: dunlin run
// run: dunlin run -O2
// native: same
#include <float.h>
#include <math.h>
#include <stdio.h>

// The sign and the digits of a NaN are nobody's business.
static void show(long double x, const char *end) {
    if (isnan(x))
        printf("nan%s", end);
    else
        printf("%La%s", x, end);
}

#define TEST(REAL, values)                                                                   \
    do {                                                                                     \
        int count = sizeof values / sizeof *values;                                          \
        for (int i = 0; i < count * count * count * count; i++) {                            \
            volatile _Complex REAL z, w;                                                     \
            __real__ z = values[i % count];                                                  \
            __imag__ z = values[i / count % count];                                          \
            __real__ w = values[i / count / count % count];                                  \
            __imag__ w = values[i / count / count / count];                                  \
            _Complex REAL product = z * w, quotient = z / w;                                 \
            show(__real__ product, " ");                                                     \
            show(__imag__ product, ", ");                                                    \
            show(__real__ quotient, " ");                                                    \
            show(__imag__ quotient, "\n");                                                   \
        }                                                                                    \
    } while (0)

int main(void) {
    float singles[] = {-0.0f, 3.1f, INFINITY, FLT_MAX, FLT_MIN / 3, NAN};
    double doubles[] = {0.0, -0.7, -INFINITY, DBL_MAX / 3, DBL_MIN / 3, 1e17};
    long double extended[] = {0.0L, 0.7L, INFINITY, -LDBL_MAX, LDBL_MIN, 1e-21L};
    TEST(float, singles);
    TEST(double, doubles);
    TEST(long double, extended);
    return 0;
}
