/* Product of two square matrices of double: address arithmetic and floating point. */
#include <stdio.h>

#define N 128

static double a[N][N], b[N][N], c[N][N];

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = (double)((i * 7 + j * 3) % 11) - 5.0;
            b[i][j] = (double)((i * 5 + j * 13) % 17) - 8.0;
        }
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            double sum = 0.0;
            for (int k = 0; k < N; k++)
                sum += a[i][k] * b[k][j];
            c[i][j] = sum;
        }
    unsigned long checksum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            checksum = checksum * 31 + (unsigned long)(long)c[i][j];
    printf("%lu\n", checksum);
    return 0;
}
