// Negation of the least number.
// run: dunlin run --check-overflow
// error: signed-overflow at 9
// report: signed-overflow
#include <limits.h>

int main(void) {
    volatile int least = INT_MIN;
    return -least == least;
}
