// A list whose head is lost is lost altogether; what the last node alone points to as well.
// run: dunlin run --leaks
// run: dunlin run --leaks -m32
// error: memory-leak at 18
// report: memory-leak
// report: tests/errors/memory_leak_unreachable.c:18
#include <stdlib.h>

struct node {
    struct node *next;
};

static struct node *kept;

static struct node *list(int length) {
    struct node *head = NULL;
    while (length-- > 0) {
        struct node *node = malloc(sizeof *node);
        node->next = head;
        head = node;
    }
    return head;
}

int main(void) {
    kept = list(3);
    struct node *lost = list(3);
    return lost->next == NULL;
}
