// Figure 3 of Multi-Pass Targeted Dynamic Symbolic Execution: two names of one object.
// run: dunlin reach --target @target --strategy tse
// run: dunlin reach --target @target --strategy tse --resolve-when unification
// run: dunlin reach --target @target --strategy tse --resolve-when periodic:3
// verdict: reachable
#include <stdlib.h>

struct A {
    int f1;
    int f2;
};

static struct A *p, *q;

int main(void) {
    q = malloc(sizeof(struct A));
    p = q;
    q->f1 = 5;
    p->f1 = 7;
    if (p->f1 == q->f1)
        abort(); // target
    return 0;
}
