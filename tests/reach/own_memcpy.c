// The program's own memcpy and abs are targets like any other function.
// run: dunlin reach --target memcpy --target abs --target @target
// verdict: memcpy reachable
// verdict: abs reachable
// verdict: @target reachable
#include <stddef.h>
#include <stdlib.h>
#include <dunlin.h>
void *memcpy(void *restrict d, const void *restrict s, size_t n) {
    for (size_t i = 0; i < n; i++)
        ((char *)d)[i] = ((const char *)s)[i];
    return d; // target
}
int abs(int x) {
    return x < 0 ? -x : x;
}
int main(void) {
    int x, y;
    dunlin_symbolic(&x, sizeof x, "x");
    if (x > 100 && abs(x) < 110)
        memcpy(&y, &x, sizeof y);
    return 0;
}
