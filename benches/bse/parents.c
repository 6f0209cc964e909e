// A search tree whose nodes know their parents; N keys are input. The goal is a child that has another parent.
//
// With BROKEN, a node that goes to the right of a node with the same key gets the parent of that one. Then the goal is reachable from
// two keys on; without BROKEN it is not.
#include <dunlin.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif

struct node {
    struct node *left, *right, *parent;
    signed char key;
};

void goal(void) {}

static struct node *insert(struct node *root, struct node *node) {
    struct node *parent = NULL, **link = &root;
    while (*link) {
        parent = *link;
        link = node->key < parent->key ? &parent->left : &parent->right;
    }
    *link = node;
    node->parent = parent;
#ifdef BROKEN
    if (parent && node->key == parent->key)
        node->parent = parent->parent;
#endif
    return root;
}

int main(void) {
    struct node *nodes[N], *root = NULL;
    for (int i = 0; i < N; i++) {
        struct node *node = malloc(sizeof *node);
        node->left = node->right = node->parent = NULL;
        node->key = (signed char)dunlin_int("key");
        nodes[i] = node;
        root = insert(root, node);
    }
    for (int i = 0; i < N; i++) {
        struct node *node = nodes[i];
        if ((node->left && node->left->parent != node) || (node->right && node->right->parent != node))
            goal(); // target
    }
    return 0;
}
