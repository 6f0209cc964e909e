// An error in a function that the library calls back: the stack goes through the library.
// run: dunlin run
// run: dunlin run -m32
// error: division-by-zero at 11
// report: compare
// report: qsort
// report: main
#include <stdlib.h>

static int compare(const void *a, const void *b) {
    return 100 / *(const int *)a - 100 / *(const int *)b;
}

int main(void) {
    int v[] = {5, 0, 3};
    qsort(v, 3, sizeof v[0], compare);
    return v[0];
}
