// run: dunlin run
// run: dunlin run -m32
// error: invalid-free at 10
// report: invalid-free
#include <stdlib.h>

int main(void) {
    int local = 0;
    void *volatile p = &local;
    free(p);
    return local;
}
