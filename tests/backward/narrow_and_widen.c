// A number loses its upper bits and is widened with and without its sign.
// run: dunlin reach --target @signed --target @never --strategy tse
// verdict: @signed reachable
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    signed char s = (signed char)x;
    unsigned char u = (unsigned char)x;
    if (s == -2 && u == 254 && x > 1000)
        return 1; // target signed
    if (s < 0 && u < 128)
        return 2; // target never
    return 0;
}
