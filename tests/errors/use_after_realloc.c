// run: dunlin run
// run: dunlin run -m32
// error: use-after-free at 11
// report: use-after-free
#include <stdlib.h>

int main(void) {
    int *v = malloc(4 * sizeof *v), *old = v;
    v[0] = 1;
    v = realloc(v, 4096 * sizeof *v);
    int value = old[0];
    free(v);
    return value;
}
