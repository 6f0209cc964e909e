// Two functions that call each other: who is asked last says what the number is.
// run: dunlin reach --target @odd --target @never --strategy tse
// verdict: @odd reachable
// verdict: @never unreachable
#include <dunlin.h>

static int odd(int n);
static int even(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : even(n - 1); }

int main(void) {
    int n = dunlin_range(0, 6, "n");
    if (odd(n) && n > 4)
        return 1; // target odd
    if (odd(n) && n == 4)
        return 2; // target never
    return 0;
}
