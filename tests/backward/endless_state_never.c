// A server without end whose state is never 5. Forward execution never ends; backward, no assignment of a
// state agrees with the condition at the target.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int steps;

int main(void) {
    int state = 1;
    while (1) {
        int input = dunlin_int("input");
        if (state == 5)
            steps = 5; // target
        if (state == 1)
            state = input > 0 ? 2 : 3;
        else if (state == 2)
            state = input == 7 ? 3 : 1;
        else
            state = 1;
    }
}
