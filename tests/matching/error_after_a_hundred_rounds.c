// Nothing but the number of rounds differs, and it is looked at.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 12
#include <assert.h>
#include <dunlin.h>

static void round_done(void) {
    static int rounds;
    assert(++rounds != 100);
}

int main(void) {
    while (dunlin_int("more") > 0)
        round_done();
    return 0;
}
