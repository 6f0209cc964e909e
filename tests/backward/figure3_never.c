// Figure 3 with the opposite condition: what is read through two names of one object cannot differ.
// run: dunlin reach --target @target --strategy tse
// run: dunlin reach --target @target --strategy tse --resolve-when periodic:1
// verdict: unreachable
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
    if (p->f1 != q->f1)
        abort(); // target
    return 0;
}
