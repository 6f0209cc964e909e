// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --workers 2
// error: assertion-failure at 15
#include <assert.h>
#include <dunlin.h>

static int rounds;

int main(void) {
    while (dunlin_int("more") > 0) {
        rounds++;
        assert(rounds != 7);
    }
    return 0;
}
