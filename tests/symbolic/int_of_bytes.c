// An integer read over symbolic bytes: one value of two bytes, or another.
// run: dunlin run
// paths: 2
// error: none
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

int main(void) {
    unsigned char bytes[2];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    unsigned short word;
    memcpy(&word, bytes, sizeof word);
    if (word == 0x0201) {
        assert(bytes[0] == 1);
        return 1;
    }
    return 0;
}
