// Figure 2, `abort`: it is reached itself, and no way leads over it.
// run: dunlin reach --target @abort --target @behind --strategy tse
// verdict: @abort reachable
// verdict: @behind unreachable
#include <dunlin.h>
#include <stdlib.h>

static void stop(int x) {
    if (x > 3)
        abort(); // target abort
}

int main(void) {
    int x = dunlin_int("x");
    stop(x);
    if (x == 4)
        return 1; // target behind
    return 0;
}
