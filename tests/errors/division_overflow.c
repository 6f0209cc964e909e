// The quotient of INT_MIN and -1 does not exist; processors trap as for zero.
// run: dunlin run
// run: dunlin run -m32
// error: division-by-zero at 10
// report: division-by-zero
#include <limits.h>

int main(void) {
    volatile int least = INT_MIN, minus_one = -1;
    return least / minus_one;
}
