// With a limit nothing is claimed, although all states are few.
// replay: off the program has no end
// run: dunlin run --match covered --max-depth 3
// run: dunlin run --match exact --max-depth 3
// exit: 3
// verdict: incomplete
// run: dunlin run --match covered --max-depth 300
// exit: 0
#include <dunlin.h>

int main(void) {
    int n = 0;
    while (1) {
        if (dunlin_int("input") > 0)
            n = n < 6 ? n + 1 : 6;
        else
            n = 0;
    }
}
