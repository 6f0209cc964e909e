// Arguments that do not fit into registers lie on the stack in order, whatever their class.
// run: dunlin run
// native: same
// stdout: 7 8 1 2.5
#include <stdio.h>

static long last(long a, long b, long c, long d, long e, long f, long g) { return g; }
static long both(int a, int b, int c, int d, int e, int f, long g, long h) { return h; }
static int first(int a) { return a; }
static double real(double a, double b, double c, double d, double e, double f, double g, double h, double i) {
    return i;
}

int main(void) {
    long (*volatile a)(int, int, int, int, int, int, long, double) = (void *)last;
    long (*volatile b)(long, long, long, long, long, long, long, long) = (void *)both;
    int (*volatile c)(int, int, int, int, int, int, int, int, int) = (void *)first;
    double (*volatile d)(double, double, double, double, double, double, double, double, double, int) =
        (void *)real;
    printf("%ld %ld %d %g\n", a(1, 2, 3, 4, 5, 6, 7, 8), b(1, 2, 3, 4, 5, 6, 7, 8),
           c(1, 2, 3, 4, 5, 6, 7, 8, 9), d(1, 1, 1, 1, 1, 1, 1, 1, 2.5, 3));
    return 0;
}
