// Objects that are freed, or reachable through a chain from a global or a local of main, are no leaks.
// run: dunlin run --leaks
// run: dunlin run --leaks -m32
// exit-status: 3
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static struct node *head;

static void push(int value) {
    struct node *node = malloc(sizeof *node);
    node->next = head;
    node->value = value;
    head = node;
}

int main(void) {
    for (int i = 1; i <= 3; i++)
        push(i);
    char *temporary = malloc(5);
    temporary = realloc(temporary, 50);
    free(temporary);
    return head->value;
}
