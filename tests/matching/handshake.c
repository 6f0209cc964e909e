// Request and acknowledgement with four phases. The acknowledgement never comes without a request.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run --match covered
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>

static int request, acknowledge, busy;

int main(void) {
    while (1) {
        int sender = dunlin_range(0, 2, "sender");
        if (sender) {
            if (!request && !acknowledge)
                request = 1;
            else if (request && acknowledge)
                request = 0;
        } else {
            if (request && !busy && !acknowledge)
                busy = 1;
            else if (busy) {
                busy = 0;
                acknowledge = 1;
            } else if (!request && acknowledge)
                acknowledge = 0;
        }
        assert(!busy || request);
        assert(!busy || !acknowledge);
    }
}
