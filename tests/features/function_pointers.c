// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdio.h>

typedef int (*operation)(int, int);

static int add(int a, int b) { return a + b; }
static int subtract(int a, int b) { return a - b; }
static int multiply(int a, int b) { return a * b; }

static const operation table[] = {add, subtract, multiply};

struct shape {
    double (*area)(const struct shape *);
    double a, b;
};

static double rectangle(const struct shape *s) { return s->a * s->b; }
static double triangle(const struct shape *s) { return s->a * s->b / 2; }

static operation choose(char c) { return table[c == '+' ? 0 : c == '-' ? 1 : 2]; }

static int apply(int (*f)(int, int), int n) { return f(n, 7); }

int main(void) {
    for (unsigned i = 0; i < 3; i++)
        printf("%d ", apply(table[i], 5));
    printf("%d %d\n", choose('*')(6, 7), choose('-') == subtract);
    struct shape shapes[] = {{rectangle, 3, 4}, {triangle, 3, 4}};
    for (int i = 0; i < 2; i++)
        printf("%g ", shapes[i].area(&shapes[i]));
    operation *p = (operation *)&table[1];
    printf("%d\n", (**p)(1, 2));
    return 0;
}
