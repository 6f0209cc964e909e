// run: dunlin prove
// place: memory proved at 18
// place: overflow proved at 18
// place: assertion proved at 19
// place: leak proved at 0
// reason: by weakest precondition
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int *table = malloc(8 * sizeof *table);
    for (int i = 0; i < 8; i++)
        table[i] = i;
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 8) {
        table[at] = 100 / (at + 1);
        assert(table[at] >= 12);
    }
    free(table);
    return 0;
}
