// A loop without an end lies before the target. Forward execution never ends; no edge leads out of the loop.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int rounds;

static void serve(void) {
    while (1)
        rounds += dunlin_int("x") == 3;
}

int main(void) {
    serve();
    return 1; // target
}
