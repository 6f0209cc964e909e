// A global variable as an input.
// run: dunlin run
// paths: 2
// error: none
#include <klee/klee.h>

static int value = 3;

int main(void) {
    klee_make_symbolic(&value, sizeof value, "value");
    if (value == 4)
        return 1;
    return 0;
}
