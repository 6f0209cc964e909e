// What is read where setjmp comes back for the second time lives while the loop runs.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 17
#include <assert.h>
#include <dunlin.h>
#include <setjmp.h>

static jmp_buf back;

int main(void) {
    int v = dunlin_range(0, 3, "v");
    if (setjmp(back)) {
        // Only where it is 2.
        assert(v != 2);
        return 0;
    }
    while (1)
        if (dunlin_int("input") == 7)
            longjmp(back, 1);
}
