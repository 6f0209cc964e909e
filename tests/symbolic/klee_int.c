// Any integer.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

int main(void) {
    int x = klee_int("x");
    if (x == -1)
        return 1;
    return 0;
}
