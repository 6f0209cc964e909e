// A server without end that makes no error. Forward execution never ends; every place on the way is ruled out backward, and
// nothing is left to explore.
// run: dunlin run --backward-from error_none_endless.c:19 --max-time 60s
// paths: 0
// stderr: never by backward execution
// run: dunlin run --backward-from error_none_endless.c:19 --max-time 60s --workers 2
// paths: 0
#include <dunlin.h>

static int counts[8];
static volatile int total;

int main(void) {
    while (1) {
        unsigned input = dunlin_int("input");
        unsigned slot = input % 8;
        counts[slot] += 1;
        if (input > 100)
            total += counts[slot];
        total = total / (slot + 1);
    }
}
