/* Counts to an input of at most 1,000 and compares it with a second one in each round. The first
 * comparison decides all others: two paths for each bound from 1 to 1,000, one for 0 and one for the
 * bounds above. */
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned bound, other, count = 0, larger = 0;
    klee_make_symbolic(&bound, sizeof bound, "bound");
    klee_make_symbolic(&other, sizeof other, "other");
    if (bound > 1000)
        return 1;
    for (unsigned i = 0; i < bound; i++) {
        count++;
        if (bound > other)
            larger++;
    }
    assert(count == bound);
    assert(larger == 0 || larger == bound);
    return 0;
}
