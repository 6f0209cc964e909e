// Figure 2, `Exp = malloc Constant`: two allocations are two objects, also when one place makes them.
// run: dunlin reach --target @other --target @never --strategy tse
// verdict: @other reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

static int *make(int value) {
    int *made = malloc(sizeof *made);
    *made = value;
    return made;
}

int main(void) {
    int *a = make(dunlin_int("a")), *b = make(3);
    *b = 9;
    if (*a == 3)
        return 1; // target other
    if (a == b)
        return 2; // target never
    return 0;
}
