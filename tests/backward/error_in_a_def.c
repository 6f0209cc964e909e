// The write that a value before the target comes from is outside of its object, not the read of it.
// run: dunlin run
// run: dunlin run --backward-from error_in_a_def.c:15
// error: out-of-bounds-write at 10
#include <dunlin.h>
#include <stdlib.h>

int main(void) {
    int *p = calloc(3, sizeof *p), i = dunlin_range(0, 5, "i");
    p[i] = 9;
    int value = p[2];
    free(p);
    if (value == 9)
        value = 1;
    return value;
}
