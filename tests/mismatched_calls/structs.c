// Small structs are passed and returned in registers as their fields are.
// run: dunlin run
// native: same
// stdout: 3 4 5 2
#include <stdio.h>

struct pair { long a, b; };
struct mixed { long n; double d; };
static long sum(long a, long b) { return a + b; }
static struct pair make(long a) { return (struct pair){a, a * 10}; }
static struct mixed mix(void) { return (struct mixed){1, 2}; }
static long first(struct pair p) { return p.a; }

int main(void) {
    long (*volatile f)(struct pair) = (long (*)(struct pair))sum;
    long (*volatile g)(long) = (long (*)(long))make;
    long (*volatile h)(long, char *) = (long (*)(long, char *))first;
    double (*volatile i)(void) = (double (*)(void))mix;
    struct pair p = {1, 2};
    printf("%ld %ld %ld %g\n", f(p), g(4), h(5, "x"), i());
    return 0;
}
