// Calls, recursion, pointers to functions.
// run: dunlin reach --target @deep --target @shallow --target @twice --target @chosen --target @none --strategy bse --max-time 60s
// verdict: @deep reachable
// verdict: @shallow unreachable
// verdict: @twice reachable
// verdict: @chosen reachable
// verdict: @none unreachable
#include <dunlin.h>

static int depth(int n) {
    if (n <= 0)
        return 0;
    return 1 + depth(n - 3);
}

static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
static int (*const table[])(int) = { twice, thrice };

int main(void) {
    int x = dunlin_int("x"), y = dunlin_int("y");
    if (x < 0 || x > 12 || y < 0 || y > 100)
        return 0;
    int d = depth(x);
    if (d == 4)
        y++; // target deep
    if (d == 5)
        y++; // target shallow
    int (*f)(int) = table[x & 1];
    int z = f(y);
    if (z == 14)
        z++; // target twice
    if (f == thrice && z == 33)
        return 1; // target chosen
    if (z == 2 * y + 1 && (x & 1) == 0 && y > 20 && y < 6)
        return 2; // target none
    return 0;
}
