// A condition of the command is where the way back begins.
// run: dunlin reach --target @target --condition y==81 --strategy tse
// verdict: reachable
// run: dunlin reach --target @target --condition y==82 --strategy tse
// verdict: unreachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_range(-50, 50, "x"), y = x * x;
    if (x > 3)
        return y; // target
    return 0;
}
