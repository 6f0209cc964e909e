// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-write at 10
// report: out-of-bounds-write
#include <string.h>

int main(void) {
    char to[8], from[32] = "a text that is too long";
    volatile size_t n = 24;
    memcpy(to, from, n);
    return to[0];
}
