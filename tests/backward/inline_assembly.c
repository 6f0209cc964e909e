// Assembly computes what decides: it is not followed, so that nothing is known.
// run: dunlin reach --target @target --target @either --strategy tse
// verdict: unknown
// stderr: assembly
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), y;
    __asm__("leal 3(%1), %0" : "=r"(y) : "r"(x));
    if (y == x + 4)
        return 1; // target
    return 0; // target either
}
