// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -m32
// error: signed-overflow at 9
// report: signed-overflow
#include <limits.h>

int main(void) {
    volatile int n = INT_MAX;
    int next = n + 1;
    return next < 0;
}
