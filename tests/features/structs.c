// Structs by value: small, mixed and large ones, returned and passed.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

struct small {
    char c;
    short s;
};
struct point {
    int x, y;
};
struct mixed {
    int i;
    double d;
    float f;
};
struct large {
    long long a[5];
    struct point p;
};

static struct small make_small(int n) { return (struct small){(char)n, (short)(n * 100)}; }
static struct point add(struct point a, struct point b) { return (struct point){a.x + b.x, a.y + b.y}; }
static struct mixed scale(struct mixed m, double by) {
    m.i *= 2;
    m.d *= by;
    m.f += 0.5f;
    return m;
}
static struct large shift(struct large l, int by) {
    for (int i = 0; i < 5; i++)
        l.a[i] <<= by;
    l.p = add(l.p, (struct point){by, -by});
    return l;
}

int main(void) {
    struct small s = make_small(65);
    struct point p = add((struct point){1, 2}, (struct point){30, -40});
    struct mixed m = scale((struct mixed){21, 1.5, 2.25f}, 3.0);
    struct large l = shift((struct large){{1, 2, 3, 4, 5}, {7, 8}}, 4), copy = l;
    copy.a[2] = 99;
    printf("%c %d, %d %d, %d %g %g\n", s.c, s.s, p.x, p.y, m.i, m.d, m.f);
    printf("%lld %lld %lld, %d %d\n", l.a[0], l.a[2], copy.a[2], l.p.x, l.p.y);
    struct point grid[2][3] = {{{1, 1}, {2, 2}}, {[2] = {.y = 9}}};
    printf("%d %d %d\n", grid[0][1].x, grid[0][2].y, grid[1][2].y);
    return p.x;
}
