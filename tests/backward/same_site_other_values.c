// One place makes three inputs, and the target needs another value of each: a value for the site alone
// would lose it.
// run: dunlin reach --target @target --strategy tse
// verdict: reachable
#include <dunlin.h>

static int next(void) {
    return dunlin_int("next");
}

int main(void) {
    int a = next(), b = next(), c = next();
    if (a == 8464 && b == 12292 && c == a + b)
        return 1; // target
    return 0;
}
