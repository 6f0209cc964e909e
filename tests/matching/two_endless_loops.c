// Each loop is endless; an input leads from the inner one to the outer one.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run --match covered
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int mode = 0;
    while (1) {
        mode = !mode;
        while (1) {
            int input = dunlin_int("input");
            if (input == 3)
                break;
            assert(mode == 0 || mode == 1);
        }
    }
}
