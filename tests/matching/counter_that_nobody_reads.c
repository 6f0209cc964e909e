// Rounds are counted and printed. They decide nothing and tell no states apart.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>
#include <stdio.h>

int main(void) {
    int on = 0, rounds = 0;
    while (1) {
        if (dunlin_int("input") > 0)
            on = !on;
        rounds++;
        printf("%d\n", rounds);
        assert(on < 2);
    }
}
