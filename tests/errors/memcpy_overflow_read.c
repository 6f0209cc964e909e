// run: dunlin run
// run: dunlin run -m32
// error: out-of-bounds-read at 13
// report: out-of-bounds-read: read of 12 bytes at offset 0 of
// report: which has 8 bytes
// report: in `main`
#include <string.h>

static const char small[8] = "1234567";

int main(void) {
    char large[16] = {0};
    memcpy(large, small, 12 + (large[0] != 0));
    return large[3];
}
