// Figure 3 with an object for each name: 5 and 7 stay apart.
// run: dunlin reach --target @same --target @differ --strategy tse
// verdict: @same unreachable
// verdict: @differ reachable
#include <stdlib.h>

struct A {
    int f1;
    int f2;
};

static struct A *p, *q;

int main(void) {
    q = malloc(sizeof(struct A));
    p = malloc(sizeof(struct A));
    q->f1 = 5;
    p->f1 = 7;
    if (p->f1 == q->f1)
        return 1; // target same
    return 0; // target differ
}
