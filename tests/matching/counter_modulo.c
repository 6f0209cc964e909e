// A counter modulo 20 that inputs move forward and back.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run --match covered
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>

int main(void) {
    int n = 0;
    while (1) {
        if (dunlin_int("up") > 0)
            n = n == 19 ? 0 : n + 1;
        else
            n = n == 0 ? 19 : n - 1;
        assert(n < 20);
    }
}
