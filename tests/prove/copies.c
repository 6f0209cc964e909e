// Copies and fills of a length that depends on input.
// run: dunlin prove --only memory
// place: memory proved at 20
// place: memory refuted at 22
// place: memory refuted at 24
// place: memory proved at 26
#include <stdlib.h>
#include <string.h>

unsigned __VERIFIER_nondet_uint(void);

struct pair { char first[8], second[8]; };

int main(void) {
    struct pair pair, other;
    unsigned length = __VERIFIER_nondet_uint();
    unsigned which = __VERIFIER_nondet_uint();
    memset(&other, 0, sizeof other);
    if (length <= 16)
        memset(&pair, 0, length);
    if (which == 1 && length < 18)
        memcpy(&pair, &other, length);
    if (which == 2 && length <= 8)
        memcpy(pair.first + 4, pair.first, length);
    if (which == 3)
        memmove(pair.first + 4, pair.first, 8);
    return 0;
}
