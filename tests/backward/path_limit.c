// A path that is too long is cut, and proves nothing. One that is short enough is not.
// run: dunlin reach --target @near --target @far --strategy backward --path-limit 12 --explain
// verdict: @near unreachable
// verdict: @far unknown
// stderr: --path-limit cut paths
// exit: 3
// run: dunlin reach --target @near --target @far --strategy backward --path-limit 1000
// verdict: @near unreachable
// verdict: @far unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    int y = x & 7;
    if (x == 1)
        y = y * 3 + 1;
    if (x == 2)
        y = y * 5 + 2;
    if (x == 3)
        y = y * 7 + 3;
    if (x == 4)
        y = y * 9 + 4;
    if (y > 100)
        return 1; // target far
    if (x == 5 && x == 6)
        return 2; // target near
    return 0;
}
