// Five calls deep, each with a condition of its own that must fit the others'.
// run: dunlin reach --target @target
// run: dunlin reach --target @target --strategy ccbse:sdse
// run: dunlin reach --target @target --strategy ccbse:random-path
// run: dunlin reach --target @target --strategy ccbse:sdse-intra
// run: dunlin reach --target @target --strategy mix:klee
// verdict: reachable
#include <klee/klee.h>

struct point {
    int x, y;
    const char *name;
};

static int fifth(const struct point *p) {
    if (p->name[0] == 'o' && p->x + p->y == 100)
        return 1; // target
    return 0;
}

static int fourth(const struct point *p, int on) {
    return on ? fifth(p) : 0;
}

static int third(struct point *p, int k) {
    p->y += k;
    return fourth(p, p->y > p->x);
}

static int second(struct point *p, int k) {
    if (p->x > 10)
        return third(p, k * 2);
    return 0;
}

static int first(int x, int k) {
    struct point p = {x, x, "origin"};
    return k > 0 && k < 1000 ? second(&p, k) : 0;
}

int main(void) {
    int x, k;
    klee_make_symbolic(&x, sizeof x, "x");
    klee_make_symbolic(&k, sizeof k, "k");
    klee_assume(x > -1000 & x < 1000);
    return first(x, k);
}
