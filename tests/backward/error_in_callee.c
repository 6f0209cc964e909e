// The error is in a function that is called on the way, and only one of its calls leads there.
// run: dunlin run
// run: dunlin run --backward-from error_in_callee.c:18
// error: out-of-bounds-write at 10
#include <dunlin.h>

static int table[4];

static void put(int at) {
    table[at] = 1;
}

int main(void) {
    int i = dunlin_range(0, 20, "i");
    put(3);
    if (i % 5 == 2)
        put(i);
    return table[0];
}
