// A lazily symbolic argument that is compared with a variable and with a function.
// run: dunlin run --entry f
// paths: 4
// replay: off it begins in f
#include <stdlib.h>
static int g;
static int add(int x) { return x + 1; }
int f(int *p, int (*c)(int)) {
    if (p == &g) {
        *p = 3;
        if (g != 3) abort();
    }
    if (c == add)
        return c(2);
    return 0;
}
int main(void) { return 0; }
