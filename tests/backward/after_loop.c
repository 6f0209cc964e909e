// The target is behind a loop whose rounds must be gone back one by one.
// run: dunlin reach --target @four --target @never --strategy tse
// verdict: @four reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    unsigned x = dunlin_range(0, 256, "x"), bits = 0;
    while (x) {
        bits += x & 1;
        x >>= 1;
    }
    if (bits == 4)
        return 1; // target four
    if (bits == 9)
        return 2; // target never
    return 0;
}
