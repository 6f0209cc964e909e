// A variable that is set for one input only.
// replay: unconfirmed uninitialised-read AddressSanitizer does not see uninitialised values
// run: dunlin run --check-uninitialised
// paths: 2
// error: uninitialised-read at 14
#include <klee/klee.h>

int main(void) {
    int x;
    klee_make_symbolic(&x, sizeof x, "x");
    int y;
    if (x == 42)
        y = 1;
    if (y == 1)
        return 1;
    return 0;
}
