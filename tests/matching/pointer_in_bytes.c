// The pointer lies in two halves, in bytes at odd places.
// replay: off the program has no end
// run: dunlin run --match off --max-depth 6
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: assertion-failure at 26
#include <assert.h>
#include <dunlin.h>
#include <string.h>

static char front[7], back[7];

int main(void) {
    int looks_dead = 1, *where = &looks_dead;
    memcpy(front + 1, &where, 4);
    memcpy(back + 3, (char *)&where + 4, 4);
    where = 0;
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0)
            looks_dead = looks_dead < 5 ? looks_dead + 1 : 5;
        if (input == 1) {
            int *p;
            memcpy(&p, front + 1, 4);
            memcpy((char *)&p + 4, back + 3, 4);
            assert(*p < 4);
        }
        if (input == 2)
            return 0;
    }
}
