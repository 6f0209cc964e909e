// Pointers compared with nothing and with each other, as truth values, on both sides of && and ||.
// run: dunlin reach --target @target --condition p==0&&q!=0
// run: dunlin reach --target @target --condition p&&q&&p!=q
// run: dunlin reach --target @target --condition p==q&&NULL!=p
// run: dunlin reach --target @target --condition !p&&!q
// run: dunlin reach --target @target --condition (!p||p==q)&&n>6&&q
// verdict: reachable
#include <klee/klee.h>
#include <stdlib.h>

static int same(int *p, const char *q, int n) {
    return (void *)p == (void *)q && n > 5; // target
}

int main(void) {
    int n = klee_range(0, 12, "n");
    int *p = malloc(sizeof *p);
    char *q = (char *)p;
    if (n % 3 == 1)
        q = malloc(2);
    if (n % 3 == 2)
        q = NULL;
    return same(n % 4 ? p : NULL, q, n);
}
