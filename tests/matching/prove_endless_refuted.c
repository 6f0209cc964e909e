// replay: off the program has no end
// run: dunlin prove
// place: assertion refuted at 18
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int a = 0, b = 3;
    while (1) {
        int input = dunlin_int("input");
        if (input == 1 && a < 3)
            a++;
        else if (input == 2 && b > 0)
            b--;
        if (input == 3)
            return 0;
        // Three times up, or down once.
        assert(a <= b);
    }
}
