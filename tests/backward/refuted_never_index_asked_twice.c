// Two ways ask for the same element with other bounds of its index: what is asked for there is not the same.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <dunlin.h>

static volatile int seen;
static int table[8];

int main(void) {
    unsigned i;
    table[5] = 7;
    while (dunlin_int("round"))
        seen++;
    if (dunlin_int("side")) {
        i = dunlin_int("i");
        if (i > 2)
            if (table[i] == 7)
                goto found;
    } else {
        i = dunlin_int("i");
        if (i < 2)
            if (table[i] == 7)
                goto found;
    }
    return 0;
found:
    seen = 1; // target
    return 0;
}
