// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static int dense(int n) {
    switch (n) {
    case 0: return 10;
    case 1: return 21;
    case 2: return 32;
    case 3: return 5;
    case 4: return 8;
    case 5: return -1;
    default: return 99;
    }
}

static const char *sparse(long long n) {
    switch (n) {
    case -5000000000ll: return "far below";
    case -1: return "minus one";
    case 1000: return "thousand";
    case 70000000000ll: return "far above";
    }
    return "else";
}

static int fall_through(unsigned char c) {
    int n = 0;
    switch (c) {
    case 'a' ... 'f':
        n += 1;
        /* fall through */
    case 'x':
        n += 10;
        break;
    case 255:
        n = 1000;
        /* fall through */
    default:
        n += 100;
    }
    return n;
}

int main(void) {
    for (int i = -1; i < 7; i++)
        printf("%d ", dense(i));
    printf("\n%s, %s, %s, %s, %s\n", sparse(-5000000000ll), sparse(-1), sparse(1000),
           sparse(70000000000ll), sparse(0));
    printf("%d %d %d %d\n", fall_through('c'), fall_through('x'), fall_through(255),
           fall_through('z'));
    return 0;
}
