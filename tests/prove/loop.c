// Rounds that depend on input: some bounds are proved by unwinding, and forward execution knows all of them.
// run: dunlin prove
// place: memory proved at 17
// place: overflow proved at 18
// place: assertion proved at 20
#include <assert.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    int table[6];
    int n = __VERIFIER_nondet_uchar();
    if (n > 6)
        n = 6;
    int sum = 0;
    for (int i = 0; i < n; i++) {
        table[i] = i;
        sum += table[i];
    }
    assert(sum <= 15);
    return sum;
}
