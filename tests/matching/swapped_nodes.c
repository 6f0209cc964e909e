// Two nodes are swapped. The sum does not care, the order does.
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// run: dunlin run --match covered --search dfs
// error: assertion-failure at 35
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

struct node { int value; struct node *next; };

static struct node *make(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = NULL;
    return node;
}

int main(void) {
    int swap = dunlin_range(0, 2, "swap");
    struct node *a = make(1), *b = make(2), *list;
    if (swap) {
        b->next = a;
        list = b;
    } else {
        a->next = b;
        list = a;
    }
    for (int i = 0; i < 3; i++)
        if (dunlin_range(0, 2, "input") == 1)
            return 0;
    assert(list->value + list->next->value == 3);
    // Only where nothing was swapped.
    assert(list->value == 1);
    return 0;
}
