// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static int next(void) {
    static int n = 10;
    static int history[4], *last = &history[1];
    *last += n;
    return n++ + *last;
}

static inline int twice(int x) { return 2 * x; }
extern inline int thrice(int x) { return 3 * x; }

int main(void) {
    int a = next(), b = next(), c = next();
    printf("%d %d %d\n", a, b, c);
    int block = ({ int t = twice(a); t + thrice(b); });
    int (*compound)[2] = &(int[]){4, 5};
    printf("%d %d %s\n", block, (*compound)[1], __func__);
    printf("%s\n", _Generic(1.0f, float: "float", default: "other"));
    return 0;
}
