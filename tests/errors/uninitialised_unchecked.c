// With zero by option nothing is reported, and natively the values are zero as well.
// run: dunlin run --uninitialised zero
// exit-status: 0
#include <stdlib.h>

int main(void) {
    int x, v[4];
    int *p = malloc(4 * sizeof *p);
    int sum = x + v[2] + p[1];
    free(p);
    return sum;
}
