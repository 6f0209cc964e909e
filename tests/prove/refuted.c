// Each kind of place goes wrong once, and those beside it do not.
// run: dunlin prove
// place: memory refuted at 19
// place: overflow refuted at 22
// place: overflow refuted at 24
// place: assertion refuted at 27
// place: memory refuted at 30
// place: leak refuted at 32
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int table[4] = {1, 2, 3, 4};
    int at = __VERIFIER_nondet_int();
    int which = __VERIFIER_nondet_int();
    if (which == 1 && at > 0 && at < 6)
        return table[at];
    int x = 1;
    if (which == 2)
        x = 10 / at;
    if (which == 3)
        x = at + 1;
    if (which == 4) {
        assert(x == 1);
        assert(at != 7);
    }
    int *p = malloc(4);
    if (which == 5 && at == 2) free(p), free(p); else free(p);
    if (which == 6)
        p = malloc(8);
    return 0;
}
