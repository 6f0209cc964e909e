// The same with a variable of the whole program.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>

static unsigned long rounds;
static int on;

int main(void) {
    while (1) {
        if (dunlin_int("input") > 0)
            on = !on;
        rounds++;
        assert(on < 2);
    }
}
