// The only way to the local is an integer.
// replay: off the program has no end
// run: dunlin run --match off --max-depth 6
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 20
#include <assert.h>
#include <dunlin.h>
#include <stdint.h>

int main(void) {
    int looks_dead = 1;
    uintptr_t where = (uintptr_t)&looks_dead;
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            looks_dead = looks_dead < 5 ? looks_dead + 1 : 5;
        if (input == 1) {
            int *p = (int *)where;
            assert(*p < 4);
        }
        if (input == 2)
            return 0;
    }
}
