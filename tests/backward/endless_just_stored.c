// What was stored in this round is what is read. Forward execution never ends; backward, the store is found
// before the round begins.
// run: dunlin reach --target @target --strategy tse
// verdict: unreachable
#include <dunlin.h>

static volatile int seen;
static int memory[8];

int main(void) {
    while (1) {
        int i = dunlin_range(0, 8, "i"), value = dunlin_int("value");
        memory[i] = value;
        if (value < 100 && memory[i] > 200)
            seen = 1; // target
    }
}
