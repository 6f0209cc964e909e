// An error in the program's own memcpy, which a short copy by name and a long one of a structure enter.
// run: dunlin run
// run: dunlin run -DSTRUCTURE
// error: out-of-bounds-write at 12
// report: memcpy
#include <stddef.h>
struct large {
    char bytes[500];
} from, to;
void *memcpy(void *d, const void *s, size_t n) {
    for (size_t i = 0; i <= n; i++)
        ((char *)d)[i] = i < n ? ((const char *)s)[i] : 0;
    return d;
}
int main(void) {
#ifdef STRUCTURE
    to = from;
#else
    char a[4] = {1, 2, 3, 4}, b[4];
    memcpy(b, a, 4);
#endif
    return 0;
}
