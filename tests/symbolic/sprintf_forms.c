// Flags, widths and precisions of symbolic integers in memory, each compared with the same of a
// number that is known.
// run: dunlin run
// paths: 6
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

static const char *const formats[] = {
    "%d", "%5d|", "%-5d|", "%05d", "%+d", "% d", "%.3d", "%.0d", "%8.3d",
    "%u", "%x", "%X", "%#x", "%#o", "%o", "%#.0x", "%#.0o", "%hhd", "%hhu", "%hx",
};

int main(void) {
    int x = klee_int("x");
    int values[] = {0, 7, -1, 42, 255, -128};
    klee_assume(x == 0 | x == 7 | x == -1 | x == 42 | x == 255 | x == -128);
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        char symbolic[32], known[32];
        int length = sprintf(symbolic, formats[i], x);
        for (unsigned j = 0; j < 6; j++) {
            int expected = sprintf(known, formats[i], values[j]);
            int same = length == expected;
            for (int k = 0; k <= expected; k++)
                same &= symbolic[k] == known[k];
            assert(x != values[j] | same);
        }
    }
    return 0;
}
