// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-write at 11
// report: out-of-bounds-write: write of 9 bytes at offset 0 of local variable
// report: which has 8 bytes
#include <string.h>

int main(void) {
    volatile size_t n = 9;
    char buffer[8];
    memset(buffer, 1, n);
    return buffer[0];
}
