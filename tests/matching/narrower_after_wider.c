// What was seen first knows x < 20, what comes then x < 10: it is covered.
// replay: off the program has no end
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// stderr: the program does not end by itself
// paths: 0
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int x = 0, limit = 20;
    while (1) {
        x = dunlin_range(0, limit, "x");
        while (dunlin_int("again") > 0)
            assert(x < 20);
        limit = 10;
    }
}
