// Floating-point numbers and integers are passed in different registers, each in order.
// run: dunlin run
// native: same
// stdout: 43 5.5 7 2.5
// stderr: `take` is called as a function of another type, which C does not define: argument 1 is a float of 64 bits, not an integer or pointer of 64 bits; argument 2 is an integer or pointer of 64 bits, not a float of 64 bits
#include <stdio.h>

static long take(double d, long x) { return x * 10 + (long)d; }
static double add(int i, double d) { return i + d; }
static int first(int i) { return i; }
static float half(float f, char c) { return c == 'x' ? f / 2 : 0; }

int main(void) {
    long (*volatile reversed)(long, double) = (long (*)(long, double))take;
    double (*volatile other)(double, int) = (double (*)(double, int))add;
    int (*volatile more)(double, float, int, double) = (int (*)(double, float, int, double))first;
    float (*volatile last)(int, float) = (float (*)(int, float))half;
    printf("%ld %g %d %g\n", reversed(4, 3.5), other(1.5, 4), more(1, 2, 7, 3), last('x', 5));
    return 0;
}
