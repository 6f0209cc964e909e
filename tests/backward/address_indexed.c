// Table II, `pexp[exp]`: an index from where the pointer is, also a negative one.
// run: dunlin reach --target @before --target @never --strategy tse
// verdict: @before reachable
// verdict: @never unreachable
#include <dunlin.h>

struct row {
    int *cells;
};

int main(void) {
    int cells[4] = {1, 2, 3, 4};
    struct row row = {cells + 2};
    int i = dunlin_range(-2, 2, "i");
    if (row.cells[i] == 1)
        return 1; // target before
    if (row.cells[i] == 3 && i != 0)
        return 2; // target never
    return 0;
}
