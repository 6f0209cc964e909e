// Unsigned arithmetic wraps, small types are computed as int, and conversions only truncate.
// run: dunlin run --check-overflow
// run: dunlin run --check-overflow -O2
// run: dunlin run --check-overflow -m32
// exit-status: 0
#include <limits.h>
#include <stddef.h>

int main(void) {
    volatile unsigned u = UINT_MAX;
    volatile unsigned char byte = 255;
    volatile short s = SHRT_MAX;
    volatile int n = INT_MAX, m = INT_MIN;
    volatile size_t size = 0;
    u += 2;
    byte++;
    s++;
    int sum = n + m;
    size_t below = size - 1;
    unsigned product = (unsigned)n * 3u;
    return u == 1 && byte == 0 && s == SHRT_MIN && sum == -1 && below == (size_t)-1 && product ? 0 : 1;
}
