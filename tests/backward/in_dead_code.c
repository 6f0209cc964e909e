// Nothing leads to what stands behind a return.
// run: dunlin reach --target @dead --target @alive --strategy tse
// verdict: @dead unreachable
// verdict: @alive reachable
#include <dunlin.h>

int main(void) {
    int x = dunlin_int("x");
    if (x > 3)
        return 1; // target alive
    return 0;
    x = x + 1; // target dead
    return x;
}
