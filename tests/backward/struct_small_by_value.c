// A structure that fits into registers is passed and returned.
// run: dunlin reach --target @swapped --target @never --strategy tse
// verdict: @swapped reachable
// verdict: @never unreachable
#include <dunlin.h>

struct pair {
    int a, b;
};

static struct pair swap(struct pair p) {
    struct pair swapped = {p.b, p.a};
    return swapped;
}

int main(void) {
    struct pair p = {dunlin_int("a"), 4};
    struct pair q = swap(p);
    if (q.b == 31 && q.a == 4)
        return 1; // target swapped
    if (q.a != 4)
        return 2; // target never
    return 0;
}
