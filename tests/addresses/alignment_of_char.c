// A char may lie anywhere, an int at multiples of four.
// run: dunlin reach --addresses free --reuse-addresses on --target @odd
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @int
// verdict: unreachable
// run: dunlin reach --addresses free --reuse-addresses on --target @eight
// verdict: reachable
// replay: off whether objects lie like that natively is not known
#include <stdint.h>

int main(void) {
    char c = 0;
    int i = 0;
    char *volatile p = &c;
    int *volatile q = &i;
    if ((uintptr_t)q & 3)
        return 1; // target int
    if ((uintptr_t)q & 7)
        return 2; // target eight
    if ((uintptr_t)p & 1)
        return 3; // target odd
    return 0;
}
