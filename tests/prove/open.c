// What a function does that nobody knows stands in the way of what comes behind it, and of nothing before.
// run: dunlin prove --only assertions
// place: assertion proved at 16
// place: assertion open at 18
// exit: 3
// reason: unknown_to_all
#include <assert.h>

int __VERIFIER_nondet_int(void);
int unknown_to_all(int *where);

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        x = 0;
    assert(x >= 0);
    unknown_to_all(&x);
    assert(x >= 0);
    return 0;
}
