// Figure 2, all relations: each holds for some input, and against each other one does not.
// run: dunlin reach --target @gt --target @lt --target @ge --target @le --target @eq --target @ne --strategy tse
// verdict: reachable
// run: dunlin reach --target @both --target @neither --target @same --strategy tse
// verdict: @both unreachable
// verdict: @neither unreachable
// verdict: @same unreachable
#include <dunlin.h>

static volatile int seen;

int main(void) {
    int x = dunlin_int("x"), y = dunlin_int("y");
    if (x > y)
        seen = 1; // target gt
    if (x < y)
        seen = 2; // target lt
    if (x >= y)
        seen = 3; // target ge
    if (x <= y)
        seen = 4; // target le
    if (x == y)
        seen = 5; // target eq
    if (x != y)
        seen = 6; // target ne
    if (x > y && x <= y)
        seen = 7; // target both
    if (!(x < y) && !(x >= y))
        seen = 8; // target neither
    if (x == y && x != y)
        seen = 9; // target same
    return 0;
}
