// Without a memory for states the same lock is never done.
// replay: off the program has no end
// run: dunlin run --match off --max-paths 50
// run: dunlin run --match off --max-instructions 5000
// exit: 3
// verdict: incomplete
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int locked = 0;
    while (1) {
        int input = dunlin_int("input");
        if (input == 0)
            return 0;
        if (input == 1 && !locked)
            locked = 1;
        else if (input == 2 && locked)
            locked = 0;
        assert(locked == 0 || locked == 1);
    }
}
