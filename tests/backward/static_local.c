// A variable of a function that stays between its calls.
// run: dunlin reach --target @third --target @fourth --strategy tse
// verdict: @third reachable
// verdict: @fourth unreachable
#include <dunlin.h>

static int tick(void) {
    static int ticks = 10;
    return ++ticks;
}

int main(void) {
    int x = dunlin_int("x");
    tick();
    tick();
    if (x == 3 && tick() == 13)
        return 1; // target third
    if (x == 4 && tick() == 14)
        return 2; // target fourth
    return 0;
}
