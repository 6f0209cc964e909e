// The loop goes through three states and comes back to the first of them.
// run: dunlin run --check-hangs
// error: endless-loop at 10
// replay: off a native run has no end
#include <dunlin.h>

int main(void) {
    int n = 0;
    if (dunlin_int("go") == 5)
        while (n < 10)
            n = n == 2 ? 0 : n + 1;
    return n;
}
