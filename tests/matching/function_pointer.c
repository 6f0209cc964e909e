// A function that only a pointer names reads the variable.
// replay: off the program has no end
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 11
#include <assert.h>
#include <dunlin.h>

static int level;

static void check(void) { assert(level < 3); }
static void nothing(void) {}
static void (*action)(void) = nothing;

int main(void) {
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            level = level < 3 ? level + 1 : 3;
        if (input == 1)
            action = check;
        if (input == 2)
            action();
    }
}
