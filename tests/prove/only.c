// Overflow is no error where nobody asks for it.
// run: dunlin prove --only memory
// place: memory proved at 21
// run: dunlin prove --only overflow
// place: overflow refuted at 20
// run: dunlin prove --only assertions,leaks
// place: assertion refuted at 22
// place: leak proved at 0
// run: dunlin prove --only nothing
// exit: 2
// stderr: invalid value 'nothing'
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int table[2] = {0, 1};
    int x = __VERIFIER_nondet_int();
    if (x < 0) return 0;
    int y = x + 1;
    int z = table[(unsigned)y % 2];
    assert(y > 0);
    return z;
}
