// Pairs of bytes that depend on each other, and then all pairs on one of them.
// run: dunlin run --max-time 30s
// paths: 1
// error: none
#include <dunlin.h>
#define N 32768
static unsigned char low[N], high[N];

int main(void) {
    dunlin_symbolic(low, N, "low");
    dunlin_symbolic(high, N, "high");
    for (int i = 0; i < N; i++)
        dunlin_assume(low[i] < high[i]);
    for (int i = 1; i < N; i++)
        dunlin_assume(low[i - 1] <= low[i]);
    return 0;
}
