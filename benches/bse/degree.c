// Degree counting (Handling Heap Data Structures in Backward Symbolic Execution, section 5). Every node of a list refers to another
// node. The program counts for each node how often it is referred to.
//
// The goal is a node with a degree greater than its index and greater than A. With B nodes at most, a node has a degree of at most
// B - 1, so the goal is reachable if and only if A + 2 <= B.
#include <dunlin.h>
#include <stdlib.h>

#ifndef A
#define A 1
#endif
#ifndef B
#define B 3
#endif

struct node {
    struct node *next;
    struct node *other;
    int degree;
};

void goal(void) {}

static struct node *any_list(void) {
    struct node *nodes[B];
    int length = dunlin_int("length");
    if (length < 2 || length > B)
        exit(0);
    for (int i = 0; i < B; i++) {
        nodes[i] = malloc(sizeof(struct node));
        nodes[i]->degree = 0;
        nodes[i]->next = NULL;
        if (i > 0 && i < length)
            nodes[i - 1]->next = nodes[i];
    }
    for (int i = 0; i < B; i++) {
        int other = dunlin_int("other");
        if (other < 0 || other >= length || other == i)
            exit(0);
        nodes[i]->other = nodes[other];
    }
    return nodes[0];
}

int main(void) {
    struct node *list = any_list();
    for (struct node *node = list; node; node = node->next)
        node->other->degree++;
    int index = 0;
    for (struct node *node = list; node; node = node->next) {
        if (node->degree > index && node->degree > A)
            goal(); // target
        index++;
    }
    return 0;
}
