// The result of a call decides: back into the callee through each of its returns.
// run: dunlin reach --target @middle --target @never --strategy tse
// verdict: @middle reachable
// verdict: @never unreachable
#include <dunlin.h>

static int class(int x) {
    if (x < 0)
        return 10;
    if (x < 50)
        return 20;
    return 30;
}

int main(void) {
    int x = dunlin_int("x");
    int c = class(x);
    if (c == 20 && x == 49)
        return 1; // target middle
    if (c == 20 && x == 50)
        return 2; // target never
    return 0;
}
