// The result of a function is 0 or 1. Forward execution never ends; backward, none of its returns agrees.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int seen;

static int is_large(int x) {
    if (x > 1000)
        return 1;
    return 0;
}

int main(void) {
    while (1) {
        int large = is_large(dunlin_int("x"));
        if (large == 2)
            seen = 1; // target
    }
}
