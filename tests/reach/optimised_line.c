// In optimised code a line's instructions run without the line: a choice instead of a branch, a value
// that is computed before. Targets are marked before anything is optimised.
// run: dunlin reach -O2 --target @big
// run: dunlin reach -O1 --target @big
// run: dunlin reach --optimize --target @big
// verdict: @big reachable
// run: dunlin reach -O2 --target @never
// run: dunlin reach -O3 --target @never --strategy dfs
// run: dunlin reach --optimize --target @never
// verdict: @never unreachable
#include <dunlin.h>

int main(void) {
    int n = dunlin_int("n"), x = 1, y = 2;
    dunlin_assume(n >= 0);
    if (n > 5)
        x = 7; // target big
    if ((n & 1) * 2 == n % 4 + 3)
        y = n; // target never
    return x + y;
}
