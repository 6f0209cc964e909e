// Wider and narrower integers: the low bits arrive.
// run: dunlin run
// native: same
// stdout: 5 7 -1 200 -56
#include <stdio.h>

static int narrow(int x) { return x; }
static long wide(void) { return 0x100000007; }
static long low(long x) { return (int)x; }
// Whoever passes a char extends it, by its own type.
static int of_int(int x) { return x; }

int main(void) {
    int (*volatile a)(long) = (int (*)(long))narrow;
    int (*volatile b)(void) = (int (*)(void))wide;
    long (*volatile c)(int) = (long (*)(int))low;
    int (*volatile d)(unsigned char) = (int (*)(unsigned char))of_int;
    int (*volatile e)(signed char) = (int (*)(signed char))of_int;
    printf("%d %d %ld %d %d\n", a(0x100000005), b(), c(-1), d(200), e((signed char)200));
    return 0;
}
