// The only calls of the functions are those through a table. The index never is 2.
// run: dunlin reach --target one --target @inside --target two
// run: dunlin reach --target one --target @inside --target two --strategy sdse
// run: dunlin reach --target one --target @inside --target two --strategy ccbse:sdse
// run: dunlin reach --target one --target @inside --target two --strategy mix:klee
// verdict: one reachable
// verdict: @inside reachable
// verdict: two unreachable
#include <klee/klee.h>

static int zero(int n) {
    return n;
}

static int one(int n) {
    if (n == 500)
        return 1; // target inside
    return n + 1;
}

static int two(int n) {
    return n + 2;
}

static int (*const table[])(int) = {zero, one, two};

int main(void) {
    unsigned which;
    int n;
    klee_make_symbolic(&which, sizeof which, "which");
    klee_make_symbolic(&n, sizeof n, "n");
    klee_assume(which < 2);
    return table[which](n);
}
