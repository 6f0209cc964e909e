// An exploration is no replay.
// run: dunlin run
// replay: off the program asks whether it is replayed, and does something else then
// paths: 1
// error: none
#include <assert.h>
#include <klee/klee.h>

int main(void) {
    assert(!klee_is_replay());
    return 0;
}
