// Nothing is refuted that no native run has shown.
// run: dunlin prove --no-replay --only assertions
// place: assertion open at 10
// reason: was not confirmed
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    assert(__VERIFIER_nondet_int() != 3);
    return 0;
}
