// All ways end before the end of main.
// run: dunlin reach --target @end --strategy tse
// verdict: unreachable
#include <dunlin.h>
#include <stdlib.h>

static void leave(int status) {
    exit(status);
}

int main(void) {
    int x = dunlin_int("x");
    if (x > 5)
        leave(1);
    if (x <= 5)
        leave(2);
    return 0; // target end
}
