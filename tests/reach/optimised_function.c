// A function that was inlined runs all the same; one that nobody calls has no code.
// run: dunlin reach -O2 --target inlined --target rare --target twice
// run: dunlin reach --optimize --target inlined --target rare --target twice
// verdict: inlined reachable
// verdict: rare reachable
// verdict: twice reachable
// run: dunlin reach -O2 --target impossible
// verdict: impossible unreachable
#include <dunlin.h>

static int inlined(int n) { return n + 1; }
static int rare(int n) { return n == 77 ? inlined(n) : 0; }
static int twice(int n) { return rare(n) + rare(n + 1); }
static int impossible(int n) { return n * 3; }

int main(void) {
    int n = dunlin_int("n");
    dunlin_assume(n >= 0);
    int m = (n & 1) * 2;
    if (n == 40)
        return twice(n);
    if (m == n % 4 + 3)
        return impossible(n);
    return inlined(n) == 3;
}
