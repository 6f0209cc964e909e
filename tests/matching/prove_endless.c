// Forward exploration of all states proves what backward execution may leave open.
// replay: off the program has no end
// run: dunlin prove
// run: dunlin prove --match exact
// exit: 0
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int a = 0, b = 3;
    while (1) {
        int input = dunlin_int("input");
        if (input == 1 && a < 3) {
            a++;
            b--;
        } else if (input == 2 && b < 3) {
            b++;
            a--;
        }
        assert(a + b == 3);
    }
}
