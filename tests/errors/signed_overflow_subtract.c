// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -m32
// error: signed-overflow at 9
// report: signed-overflow
// report: in `difference`
#include <limits.h>

static long long difference(long long a, long long b) {
    return a - b;
}

int main(void) {
    return difference(LLONG_MIN, 1) > 0;
}
