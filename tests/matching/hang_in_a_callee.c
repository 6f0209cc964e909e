// run: dunlin run --check-hangs
// error: endless-loop at 9
// replay: off a native run has no end
#include <dunlin.h>

static volatile int ready;

static void wait(void) {
    while (!ready)
        ;
}

int main(void) {
    if (dunlin_int("set") > 0)
        ready = 1;
    // Nobody sets it any more.
    wait();
    return 0;
}
