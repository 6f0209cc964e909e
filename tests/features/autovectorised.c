// What clang's vectoriser makes of plain loops: wide vectors, masks and reductions.
// run: dunlin run -O2 -mavx2
// run: dunlin run -O3
// native: same
#include <stdio.h>

#define N 103

static int a[N], b[N];
static float x[N];
static unsigned char bytes[N];

__attribute__((noinline)) static int dot(void) {
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += a[i] * b[i];
    return sum;
}

__attribute__((noinline)) static int largest(void) {
    int max = a[0];
    for (int i = 1; i < N; i++)
        max = a[i] > max ? a[i] : max;
    return max;
}

__attribute__((noinline)) static unsigned widen(void) {
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        sum += bytes[i];
    return sum;
}

__attribute__((noinline)) static void saxpy(float k) {
    for (int i = 0; i < N; i++)
        x[i] = x[i] * k + (float)a[i];
}

int main(void) {
    for (int i = 0; i < N; i++) {
        a[i] = (i * 37) % 101 - 50;
        b[i] = i ^ 21;
        x[i] = (float)i * 0.5f;
        bytes[i] = (unsigned char)(i * 11);
    }
    saxpy(2.0f);
    printf("%d %d %u %g %g\n", dot(), largest(), widen(), (double)x[1], (double)x[102]);
    return 0;
}
