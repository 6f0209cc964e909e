// Undefined bytes stay undefined where the input chooses a place or a length.
// run: dunlin run --check-uninitialised
// error: uninitialised-read at 14
// error: uninitialised-read at 19
// error: uninitialised-read at 24
// replay: unconfirmed uninitialised-read no sanitizer in a native run tells
#include <dunlin.h>
#include <string.h>
int main(void) {
    unsigned char part[8], whole[8], copy[8];
    unsigned i = dunlin_int("i");
    dunlin_assume(i < 8);
    memset(part, 1, 6);
    if (i > 2 && part[i] != 1) // 6 and 7 are not written
        return 1;
    memset(whole, 2, 4);
    whole[i] = 3;
    // One write does not define the others.
    if (i == 1 && whole[7] == 9)
        return 2;
    unsigned n = i & 3;
    memset(copy, 0, 2);
    memcpy(copy, whole, n);
    if (copy[5] == 1)
        return 3;
    return whole[i] == 3 ? 0 : 4;
}
