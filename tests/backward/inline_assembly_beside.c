// Assembly on one way is in nobody's way on the other.
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x"), y = 0;
    if (x > 100)
        __asm__("leal 3(%1), %0" : "=r"(y) : "r"(x));
    if (x + y == 70)
        return 1; // target
    return 0;
}
