// The receiver does not wait until the request is gone.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 28
#include <assert.h>
#include <dunlin.h>

static int request, acknowledge, busy;

int main(void) {
    while (1) {
        int sender = dunlin_range(0, 2, "sender");
        if (sender) {
            if (!request && !acknowledge)
                request = 1;
            else
                request = 0;
        } else {
            if (request && !busy)
                busy = 1;
            else if (busy) {
                busy = 0;
                acknowledge = 1;
            }
        }
        assert(!busy || request);
    }
}
