// An input that equals a hash of an address can have any value, but it stays what it was.
// run: dunlin reach --addresses free --reuse-addresses on --target @five
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @changed
// verdict: unreachable
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    unsigned char x;
    klee_make_symbolic(&x, sizeof x, "x");
    char *a = malloc(4);
    unsigned char h = (uintptr_t)a >> 8;
    if (x == h) {
        if (x == 5)
            return 1; // target five
        if (h == 5)
            return 2; // target changed
    }
    return 0;
}
