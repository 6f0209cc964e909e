// Variables have any value when execution starts in the middle; constants and pointers to functions
// keep theirs.
// run: dunlin run --entry step
// replay: off a native run cannot make the objects of a lazy start
// paths: 5
// error: null-dereference at 26
// error: assertion-failure at 22
#include <assert.h>

static int twice(int x) { return 2 * x; }

static int counter = 3;
static const int limit = 10;
static int (*operation)(int) = twice;
static struct {
    int level;
    int *place;
} config;

int step(void) {
    assert(limit == 10);
    assert(counter == 3);
    assert(operation(2) == 4);
    if (config.level > limit)
        return 1;
    if (*config.place == 7)
        return 2;
    return 0;
}
