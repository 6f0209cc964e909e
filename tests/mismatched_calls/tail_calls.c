// Calls through pointers in tail position, optimised and not, with what does not fit.
// run: dunlin run
// run: dunlin run -O1
// native: same
// stdout: 12 0 3
#include <stdio.h>

static int left(int n, int sum) { return n == 0 ? sum : left(n - 1, sum + n); }
static long wide(long n) { return n & 0xff; }
static int none(void) { return 3; }

static int (*volatile f)(int, int, int) = (int (*)(int, int, int))left;
static int (*volatile g)(long) = (int (*)(long))wide;
static int (*volatile h)(int, int) = (int (*)(int, int))none;

__attribute__((noinline)) static int first(int n) { return f(n, 2, 99); }
__attribute__((noinline)) static int second(long n) { return g(n); }
__attribute__((noinline)) static int third(int n) {
    if (n > 1)
        return third(n - 1);
    return h(n, n);
}

int main(void) {
    printf("%d %d %d\n", first(4), second(0x7f00), third(3));
    return 0;
}
