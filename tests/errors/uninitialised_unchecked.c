// Without the option nothing is reported, and the values are zero.
// run: dunlin run
// replay: off the uninitialised value, zero here, can be any natively
// exit-status: 0
#include <stdlib.h>

int main(void) {
    int x, v[4];
    int *p = malloc(4 * sizeof *p);
    int sum = x + v[2] + p[1];
    free(p);
    return sum;
}
