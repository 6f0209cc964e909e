/* Counts to an input of at most 1,000 and checks the result: one path for each bound from 0 to
 * 1,000, and one for the bounds above. */
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    unsigned bound, count = 0;
    klee_make_symbolic(&bound, sizeof bound, "bound");
    if (bound > 1000)
        return 1;
    for (unsigned i = 0; i < bound; i++)
        count++;
    assert(count == bound);
    return 0;
}
