// Saturating arithmetic, minimum, maximum, absolute value and reductions.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <limits.h>
#include <stdio.h>

typedef int int4 __attribute__((vector_size(16)));
typedef signed char byte16 __attribute__((vector_size(16)));

int main(void) {
    volatile int a = INT_MAX - 2, b = 7, c = -9;
    volatile unsigned u = 5;
    printf("%d %d\n", __builtin_elementwise_add_sat(a, b), __builtin_elementwise_sub_sat(INT_MIN + 3, b));
    printf("%u %u\n", __builtin_elementwise_sub_sat(u, 6u), __builtin_elementwise_add_sat(u, UINT_MAX));
    printf("%d %d %d\n", __builtin_elementwise_abs(c), __builtin_elementwise_min(b, c),
           __builtin_elementwise_max(b, c));
    printf("%u %u\n", __builtin_elementwise_min(u, 3u), __builtin_elementwise_max(u, UINT_MAX));
    int4 v = {1, -2, 3, b}, w = {c, 5, -6, 7};
    int4 m = __builtin_elementwise_max(v, w), n = __builtin_elementwise_abs(w);
    printf("%d %d %d %d, %d %d\n", m[0], m[1], m[2], m[3], n[0], n[2]);
    printf("%d %d %d %d\n", __builtin_reduce_max(v), __builtin_reduce_min(w),
           __builtin_reduce_xor(v), __builtin_reduce_or(w));
    byte16 s = {100, -100, 50}, t = __builtin_elementwise_add_sat(s, s);
    printf("%d %d %d %d\n", t[0], t[1], t[2], t[3]);
    return 0;
}
