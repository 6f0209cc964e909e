// The same kind of server with an error for one input in a later round: found in a program that never ends.
// run: dunlin run --backward-from error_endless.c:20 --exit-on-error --max-time 60s
// error: out-of-bounds-read at 17
// replay: off tests of paths that are not finished do not end natively
#include <dunlin.h>

static int counts[8];
static volatile int total;

int main(void) {
    unsigned limit = 8;
    while (1) {
        unsigned input = dunlin_int("input");
        if (input == 123456)
            limit = 9;
        if (input < limit)
            counts[input] += 1;
        total += 1;
        if (input == 99)
            total += counts[0];
    }
}
