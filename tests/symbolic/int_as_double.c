// No integer is two and a half.
// run: dunlin run
// paths: 1
// error: none
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    double number = x;
    if (number == 2.5)
        abort();
    return 0;
}
