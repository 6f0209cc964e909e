// A list is closed to a ring by one input, and searched for what is not there.
// run: dunlin run --check-hangs
// error: endless-loop at 14
// replay: off a native run has no end
#include <dunlin.h>

struct node { int value; struct node *next; };

int main(void) {
    struct node c = {3, 0}, b = {2, &c}, a = {1, &b};
    if (dunlin_int("close") == 9)
        c.next = &a;
    struct node *p = &a;
    while (p && p->value != 7)
        p = p->next;
    return p != 0;
}
