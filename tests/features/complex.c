// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// native: same
#include <complex.h>
#include <stdio.h>

static double complex square(double complex z) { return z * z; }
static float complex turn(float complex z) { return z * 1.0fi; }

int main(void) {
    double complex z = 1.0 + 2.0i, w = z;
    for (int i = 0; i < 5; i++)
        w = square(w) * 0.25 + z;
    printf("%.12g %.12g\n", __real__ w, __imag__ w);
    float complex f = turn(3.0f + 4.0fi);
    printf("%g %g\n", (double)__real__ f, (double)__imag__ f);
    z -= ~z;
    printf("%g %g %d %d\n", __real__ z, __imag__ z, z == 4.0i, z != w);
    int complex n = 3 + 4i;
    n *= 2 - 1i;
    printf("%d %d\n", __real__ n, __imag__ n);
    double complex table[2] = {1, 2i};
    printf("%g %g\n", __imag__ table[1], __real__(table[0] / 2));
    return 0;
}
