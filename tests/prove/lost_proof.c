// Where an address is used as a number, nothing is proved from where objects lie here, and natively they lie elsewhere.
// run: dunlin prove --only assertions
// place: assertion open at 14
// reason: depends on the addresses
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(16), *b = malloc(16);
    uintptr_t x = (uintptr_t)a, y = (uintptr_t)b;
    free(a);
    free(b);
    assert(x < y);
    return 0;
}
