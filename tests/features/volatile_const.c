// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

static volatile int device = 5;
static const volatile int constant = 9;

static int poll(volatile int *p) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += (*p)++;
    return sum;
}

static int sum(const int *restrict a, const int *restrict b, register int n) {
    int total = 0;
    while (n-- > 0)
        total += a[n] * b[n];
    return total;
}

int main(void) {
    static const int table[] = {1, 2, 3};
    printf("%d %d %d %d\n", poll(&device), device, constant, sum(table, table, 3));
    return 0;
}
