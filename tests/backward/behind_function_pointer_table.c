// A call through a table at an index that the input decides; the result decides again.
// run: dunlin reach --target @squared --target @never --strategy tse
// verdict: @squared reachable
// verdict: @never unreachable
#include <dunlin.h>

static int same(int x) { return x; }
static int square(int x) { return x * x; }
static int zero(int x) { return 0 * x; }

static int (*const table[])(int) = {same, square, zero};

int main(void) {
    unsigned which = dunlin_range(0, 3, "which");
    int x = dunlin_range(0, 20, "x");
    int result = table[which](x);
    if (result == 289)
        return 1; // target squared
    if (result == 290)
        return 2; // target never
    return 0;
}
