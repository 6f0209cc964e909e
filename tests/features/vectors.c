// GCC's vector extension; clang emits vector operations, comparisons, shuffles and selects.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

typedef int int4 __attribute__((vector_size(16)));
typedef float float4 __attribute__((vector_size(16)));
typedef unsigned char byte16 __attribute__((vector_size(16)));
typedef double double2 __attribute__((vector_size(16)));
typedef long long long2 __attribute__((vector_size(16)));

static void show(int4 v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }

static int4 combine(int4 a, int4 b) { return a * b - (a ^ b); }

int main(void) {
    volatile int one = 1;
    int4 a = {one, 2, 3, 4}, b = {10, -20, 30, -40};
    show(a + b);
    show(b / a);
    show(b % (a + 6));
    show(combine(a, b));
    show(a < b);
    show(a << 2);
    show(b >> a);
    show(-b);
    show(~a & b);
    show(__builtin_shufflevector(a, b, 0, 4, 3, 7));
    int4 mask = a > 2;
    show((mask & a) | (~mask & b));
    a[one] = 77;
    show(a);
    float4 f = {1.5f, 2.5f, -3.5f, 4.5f}, g = f * f + 1.0f;
    printf("%g %g %g %g\n", g[0], g[1], g[2], g[3]);
    show(__builtin_convertvector(g, int4));
    double2 d = {0.1, one}, e = d / 3.0;
    printf("%.15g %.15g\n", e[0], e[1]);
    long2 l = d < e;
    printf("%lld %lld\n", l[0], l[1]);
    byte16 bytes;
    for (int i = 0; i < 16; i++)
        bytes[i] = (unsigned char)(i * 20);
    bytes += 10;
    int sum = 0;
    for (int i = 0; i < 16; i++)
        sum = sum * 3 + bytes[i];
    printf("%d\n", sum);
    printf("%d\n", __builtin_reduce_add(a));
    return 0;
}
