// Old-style functions through pointers without a prototype, with fitting, missing and surplus arguments.
// run: dunlin run
// run: dunlin run -m32 -msse2
// native: same
// stdout: 30 4 9 8
// stderr: `sum` is called as a function of another type, which C does not define: it takes 2 arguments, not 1
#include <stdio.h>

static int sum(a, b) int a, b; { return a == 4 ? a : a + b; }
static int real(d, i) double d; int i; { return (int)(d * 2) + i; }
static int none() { return 8; }

int main(void) {
    int (*volatile f)() = sum;
    int (*volatile g)() = real;
    int (*volatile h)() = none;
    printf("%d %d", f(10, 20), f(4));
    printf(" %d %d\n", g(2.5, 4), h(1, "x"));
    return 0;
}
