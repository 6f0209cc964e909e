// The same with two objects that are never one: aliases that the backward search considers do not
// make the target reachable.
// run: dunlin reach --target @target --strategy ccbse:sdse --lazy-alias on
// run: dunlin reach --target @target --strategy mix:klee --lazy-alias on
// run: dunlin reach --target @target --strategy auto
// verdict: unreachable
#include <klee/klee.h>

static int both(int *a, int *b) {
    *a = 1;
    *b = 2;
    if (*a == 2)
        return 1; // target
    return 0;
}

int main(void) {
    int numbers[4];
    unsigned char i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 3);
    return both(&numbers[i], &numbers[i + 1]);
}
