// What a constraint costs must not grow with the bytes that the path has bounded before.
// run: dunlin run --max-time 30s
// paths: 1
// error: none
#include <dunlin.h>
#define N 65536
static unsigned char bytes[N];

int main(void) {
    dunlin_symbolic(bytes, N, "bytes");
    for (int i = 0; i < N; i++)
        dunlin_assume(bytes[i] > 100);
    return 0;
}
