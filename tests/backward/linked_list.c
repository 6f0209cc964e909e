// A list of three nodes on the heap, which the target walks through.
// run: dunlin reach --target @last --target @never --strategy tse
// verdict: @last reachable
// verdict: @never unreachable
#include <dunlin.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->next = list;
    node->value = value;
    return node;
}

int main(void) {
    struct node *list = push(push(push(NULL, dunlin_int("x")), 2), 3);
    if (list->next->next->value == 47 && !list->next->next->next)
        return 1; // target last
    if (list->next->value != 2)
        return 2; // target never
    return 0;
}
