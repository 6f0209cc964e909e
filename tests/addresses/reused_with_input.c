// A stale entry of a table that the input chooses.
// run: dunlin reach --addresses free --reuse-addresses on --target @stale
// verdict: reachable
// run: dunlin reach --addresses free --reuse-addresses on --target @wrong
// verdict: unreachable
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
    unsigned char i;
    klee_make_symbolic(&i, sizeof i, "i");
    klee_assume(i < 2);
    char *table[2] = {malloc(4), malloc(4)};
    char *kept = table[1];
    free(table[0]);
    char *fresh = malloc(4);
    if (table[i] == fresh) {
        if (i == 0)
            return 1; // target stale
        return 2; // target wrong
    }
    return kept == fresh;
}
