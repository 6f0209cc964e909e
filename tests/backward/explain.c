// The conditions from the target upwards, and why each way died, are said on request.
// run: dunlin reach --target @target --strategy tse --explain
// verdict: unreachable
// stderr: explain.c:11
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int x = dunlin_int("x");
    if (x > 10)
        if (x < 5)
            seen = 1; // target
    return 0;
}
