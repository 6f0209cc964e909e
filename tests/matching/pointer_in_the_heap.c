// What leads to the local lies in a block of the heap.
// replay: off the program has no end
// run: dunlin run --match off --max-depth 6
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 22
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

struct holder { int pad, *where; };

int main(void) {
    int looks_dead = 1;
    struct holder *holder = malloc(sizeof *holder);
    holder->where = &looks_dead;
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            looks_dead = looks_dead < 5 ? looks_dead + 1 : 5;
        if (input == 1)
            assert(*holder->where < 4);
        if (input == 2)
            return 0;
    }
}
