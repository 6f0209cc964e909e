// What goes wrong behind the line is not on the way to it: neither in the same function nor in one that is called on both
// sides. It is found where it lies.
// run: dunlin run
// run: dunlin run --backward-from error_only_behind.c:13
// error: out-of-bounds-write at 13
// run: dunlin run --backward-from error_only_behind.c:20
// stderr: on the way to error_only_behind.c:20 that could go wrong
#include <dunlin.h>

static int table[4];

static void put(int at) {
    table[at] = 1;
}

int main(void) {
    int i = dunlin_range(0, 20, "i");
    if (i < 4)
        put(i);
    int value = table[0];
    put(i);
    return value;
}
