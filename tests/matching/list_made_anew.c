// A request makes a list, the answer frees it. Addresses and the order of allocations differ from round to round.
// replay: off the program has no end
// run: dunlin run --match exact --leaks
// run: dunlin run --leaks
// run: dunlin run --memory fork
// run: dunlin run --memory ite
// run: dunlin run --memory segments
// run: dunlin run --memory static-segments
// paths: 0
// stderr: the program does not end by itself
#include <assert.h>
#include <dunlin.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    return node;
}

int main(void) {
    while (1) {
        int length = dunlin_range(0, 4, "length");
        struct node *list = NULL;
        for (int i = 0; i < length; i++)
            list = push(list, i);
        for (int i = length; list; i--) {
            struct node *next = list->next;
            assert(list->value == i - 1);
            free(list);
            list = next;
        }
    }
}
