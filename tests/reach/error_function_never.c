// Nobody calls it, or nobody can.
// run: dunlin reach --target reach_error
// verdict: reach_error unreachable
#include <dunlin.h>
#include <stdlib.h>

void reach_error(void) { abort(); }

int main(void) {
    int x = dunlin_int("x");
    if ((x & 1) == 2)
        reach_error();
    return 0;
}
