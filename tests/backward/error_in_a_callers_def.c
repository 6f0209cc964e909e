// What is read at the line comes from a caller, whose write is outside of its object.
// run: dunlin run
// run: dunlin run --backward-from error_in_a_callers_def.c:9
// error: out-of-bounds-write at 18
#include <dunlin.h>
#include <stdlib.h>

static int read_it(const int *values) {
    int value = values[1];
    return value;
}

int main(void) {
    int *values = malloc(2 * sizeof *values);
    int n = dunlin_range(0, 4, "n");
    values[0] = 1;
    values[1] = 2;
    values[n > 2 ? n - 1 : 0] = 3;
    int value = read_it(values);
    free(values);
    return value;
}
