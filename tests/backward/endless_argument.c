// A function that only gets 1 and 2. Forward execution never ends; backward, both calls contradict the
// condition at once.
// run: dunlin reach --target @three --strategy tse
// verdict: unreachable
// run: dunlin reach --target @two --strategy tse
// verdict: reachable
#include <dunlin.h>

static volatile int seen;

static void handle(int kind, int x) {
    if (kind == 3 && x > 0)
        seen = 3; // target three
    if (kind == 2 && x == 12292)
        seen = 2; // target two
}

int main(void) {
    while (1) {
        int x = dunlin_int("x");
        if (x & 1)
            handle(1, x);
        else
            handle(2, x);
    }
}
