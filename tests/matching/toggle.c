// No input is looked at: two states, one path.
// run: dunlin run --match exact
// run: dunlin run
// replay: off it reads no input, and a native run has no end
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>

int main(void) {
    int on = 0;
    while (1) {
        on = !on;
        assert(on == 0 || on == 1);
    }
}
