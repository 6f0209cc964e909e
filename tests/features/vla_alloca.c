// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <alloca.h>
#include <stdio.h>

static int triangle(int n) {
    int row[n], sum = 0;
    for (int i = 0; i < n; i++)
        row[i] = i * i;
    for (int i = 0; i < n; i++)
        sum += row[i];
    return sum;
}

static int matrix(int rows, int columns) {
    int m[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            m[i][j] = i * 10 + j;
    return m[rows - 1][columns - 1] + (int)(sizeof m / sizeof(int));
}

static char *fill(char *to, int n) {
    char *from = alloca((size_t)n + 1);
    for (int i = 0; i < n; i++)
        from[i] = (char)('a' + i);
    from[n] = 0;
    for (int i = 0; i <= n; i++)
        to[i] = from[i];
    return to;
}

int main(void) {
    int total = 0;
    for (int i = 1; i < 200; i++) {
        volatile int block[i];
        block[i - 1] = i;
        total += block[i - 1];
    }
    char buffer[16];
    printf("%d %d %d %s\n", triangle(10), matrix(3, 7), total, fill(buffer, 12));
    return 0;
}
