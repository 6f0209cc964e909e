// A sum of many bytes: one of them makes it 77, and it takes 31 of them to make it 7,777.
// run: dunlin run --max-time 30s
// paths: 3
// error: none
#include <dunlin.h>
#define N 32768
static unsigned char bytes[N];

int main(void) {
    dunlin_symbolic(bytes, N, "bytes");
    unsigned sum = 0;
    for (int i = 0; i < N; i++)
        sum += bytes[i];
    if (sum == 77)
        return 1;
    if (sum == 7777)
        return 2;
    return 0;
}
