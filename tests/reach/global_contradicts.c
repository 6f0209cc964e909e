// Alone, the function may find the mode to be anything; the program sets it to 1 or 2 before.
// run: dunlin reach --target @two --target @three
// run: dunlin reach --target @two --target @three --strategy sdse
// run: dunlin reach --target @two --target @three --strategy ccbse:sdse
// run: dunlin reach --target @two --target @three --strategy ccbse:random-path
// run: dunlin reach --target @two --target @three --strategy mix:klee
// verdict: @two reachable
// verdict: @three unreachable
#include <klee/klee.h>

static int mode = 3;
static int *current;

static int work(int n) {
    if (mode == 2 && *current == n)
        return 2; // target two
    if (mode == 3 || *current == 9)
        return 3; // target three
    return 0;
}

static void prepare(int n) {
    static int eight = 8;
    mode = n > 20 ? 2 : 1;
    current = &eight;
}

int main(void) {
    int n, m;
    klee_make_symbolic(&n, sizeof n, "n");
    klee_make_symbolic(&m, sizeof m, "m");
    prepare(n);
    return work(m);
}
