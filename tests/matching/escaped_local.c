// A local that is never named again is read through a pointer to it.
// replay: off the program has no end
// run: dunlin run --match off --max-depth 6
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 12
#include <assert.h>
#include <dunlin.h>

static int *seen;

static void look(void) { assert(*seen < 4); }

int main(void) {
    int looks_dead = 1;
    seen = &looks_dead;
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            looks_dead = looks_dead < 5 ? looks_dead + 1 : 5;
        if (input == 1)
            look();
        if (input == 2)
            return 0;
    }
}
