// A list that is built by calls: weakest preconditions know what lies on the heap.
// run: dunlin prove
// place: assertion proved at 34
// place: memory proved at 33
// place: leak proved at 0
// run: dunlin prove -D BROKEN
// place: memory refuted at 33
// place: leak proved at 0
#include <assert.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

struct node { int value; struct node *next; };

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

int main(void) {
    int first = __VERIFIER_nondet_int();
    if (first > 1000 || first < -1000)
        return 0;
    struct node *list = push(push(NULL, first), first + 1);
#ifdef BROKEN
    struct node *last = list->next->next;
#else
    struct node *last = list->next;
#endif
    int value = last->value;
    assert(value < list->value);
    free(list->next);
    free(list);
    return 0;
}
