// One target is reached and the other is not.
// replay: off the program has no end
// run: dunlin reach --target @yes --target @no --strategy bfs
// run: dunlin reach --target @yes --target @no --strategy sdse
// verdict: @yes reachable
// verdict: @no unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int n = 0;
    while (1) {
        n = dunlin_int("input") > 0 ? (n + 2) % 6 : 0;
        if (n == 4)
            seen = 1; // target yes
        if (n == 3)
            seen = 2; // target no
    }
}
