// Hints that compute nothing: expect, assume, unreachable, prefetch, object size.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32
// native: same
#include <stdio.h>
#include <string.h>

static int check(int n) {
    if (__builtin_expect(n < 0, 0))
        return -1;
    __builtin_assume(n >= 0);
    if (n > 1000000)
        __builtin_unreachable();
    return __builtin_expect_with_probability(n == 3, 1, 0.9) ? 30 : n;
}

static int data[64];

int main(void) {
    char buffer[10];
    volatile int n = 3;
    __builtin_prefetch(&data[32], 1, 3);
    char *p = buffer + n;
    printf("%d %d %d\n", check(n), check(-n), check(n * n));
    printf("%d %d\n", (int)__builtin_object_size(buffer, 0), (int)__builtin_object_size(&buffer[4], 1));
    printf("%d %d\n", __builtin_constant_p(n), __builtin_constant_p(5));
    p = __builtin_assume_aligned(p, 1);
    strcpy(p, "abc");
    printf("%s %d\n", p, __builtin_choose_expr(1, 7, "never"));
    volatile double d = __builtin_huge_val();
    printf("%d\n", d > 1e308);
    int *launder = __builtin_launder(data);
    launder[1] = 8;
    printf("%d\n", data[1]);
    return 0;
}
