// A list with input is reversed in place. The goal is a list that is not the reversed one.
//
// With BROKEN, the reversal forgets a link: before a node whose value is that of the node before it. Then the goal is reachable from three
// nodes on; without BROKEN it is not.
#include <dunlin.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct node {
    struct node *next;
    int value;
};

void goal(void) {}

static struct node *reversed(struct node *list) {
    struct node *done = NULL;
    while (list) {
        struct node *next = list->next;
#ifdef BROKEN
        if (done && done->next && done->value == list->value)
            list->next = done->next;
        else
#endif
            list->next = done;
        done = list;
        list = next;
    }
    return done;
}

int main(void) {
    struct node *list = NULL;
    int values[N];
    for (int i = 0; i < N; i++) {
        struct node *node = malloc(sizeof *node);
        values[i] = dunlin_int("value");
        node->value = values[i];
        node->next = list;
        list = node;
    }
    list = reversed(list);
    for (int i = 0; i < N; i++) {
        if (!list || list->value != values[i])
            goal(); // target
        if (!list)
            return 0;
        list = list->next;
    }
    return 0;
}
