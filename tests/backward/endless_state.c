// The same server with a state that it comes to by the third input.
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
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
            state = input == 12292 ? 4 : 1;
        else if (state == 4 && input == 8464)
            state = 5;
        else
            state = 1;
    }
}
