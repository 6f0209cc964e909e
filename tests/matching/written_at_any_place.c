// An array is written at places that inputs choose.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact --max-depth 6
// run: dunlin run --match covered --max-depth 6
// error: assertion-failure at 17
#include <assert.h>
#include <dunlin.h>

static char seats[64];

int main(void) {
    while (1) {
        int input = dunlin_range(0, 66, "input");
        if (input >= 64) {
            // Three seats in a row.
            assert(!(seats[9] && seats[10] && seats[11]));
            return 0;
        }
        seats[input] = 1;
    }
}
