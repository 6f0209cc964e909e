// Bytes that all depend on each other, by one constraint each.
// run: dunlin run --max-time 30s
// paths: 1
// error: none
#include <dunlin.h>
#define N 32768
static unsigned char bytes[N];

int main(void) {
    dunlin_symbolic(bytes, N, "bytes");
    for (int i = 1; i < N; i++)
        dunlin_assume(bytes[i - 1] <= bytes[i]);
    return 0;
}
