// A computed goto to an entry of the table that is no label. clang gives the jump no line of its own.
// run: dunlin run
// error: null-dereference at 6
// paths: 3
#include <dunlin.h>
int main(void) {
    static void *const labels[] = {&&zero, &&one, 0};
    int n = dunlin_range(0, 3, "n");
    goto *labels[n];
zero:
    return 0;
one:
    return 0;
}
