// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-read at 14
// report: out-of-bounds-read
// report: sum
// report: main
// report: out_of_bounds_read.c:14
// stdout: start
#include <stdio.h>

static int sum(const int *v, int n) {
    int total = 0;
    for (int i = 0; i <= n; i++)
        total += v[i];
    return total;
}

int main(void) {
    int numbers[4] = {1, 2, 3, 4};
    printf("start\n");
    printf("%d\n", sum(numbers, 4));
    return 0;
}
