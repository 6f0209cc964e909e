// The target is at a certain depth of a recursion; another needs more depth than there can be.
// run: dunlin reach --target @deep --target @deeper
// run: dunlin reach --target @deep --target @deeper --strategy sdse
// run: dunlin reach --target @deep --target @deeper --strategy ccbse:sdse
// run: dunlin reach --target @deep --target @deeper --strategy mix:klee
// verdict: @deep reachable
// verdict: @deeper unreachable
#include <klee/klee.h>

static int descend(unsigned n, int depth) {
    if (n == 0) {
        if (depth == 5)
            return 1; // target deep
        if (depth == 9)
            return 2; // target deeper
        return 0;
    }
    return descend(n / 2, depth + 1);
}

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    return descend(n, 0);
}
