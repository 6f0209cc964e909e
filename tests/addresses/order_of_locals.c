// The order of locals is the compiler's choice.
// run: dunlin reach --addresses free --reuse-addresses on --target @up
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @down
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @both
// verdict: unreachable
#include <stdint.h>

int main(void) {
    int a = 1, b = 2;
    int *volatile p = &a, *volatile q = &b;
    int up = 0, down = 0;
    if ((uintptr_t)p < (uintptr_t)q)
        up = 1; // target up
    if ((uintptr_t)q < (uintptr_t)p)
        down = 1; // target down
    if (up && down)
        return a; // target both
    return 0;
}
