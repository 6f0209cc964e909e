// run: dunlin run
// run: dunlin run -m32
// error: invalid-free at 10
// report: invalid-free
#include <stdlib.h>

int main(void) {
    char *p = malloc(8);
    p++;
    free(p);
    return 0;
}
