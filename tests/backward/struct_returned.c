// A structure that is returned through memory of the caller.
// run: dunlin reach --target @returned --target @never --strategy tse
// verdict: @returned reachable
// verdict: @never unreachable
#include <dunlin.h>

struct large {
    int numbers[8];
};

static struct large make(int x) {
    struct large l = {{0}};
    l.numbers[x & 7] = x;
    return l;
}

int main(void) {
    struct large l = make(dunlin_range(0, 100, "x"));
    if (l.numbers[5] == 45)
        return 1; // target returned
    if (l.numbers[5] == 46)
        return 2; // target never
    return 0;
}
