// A binary search tree: keys are inserted, one is deleted (with no child, with one, with two), the rest is
// counted and freed. -D BUG= chooses one of the memory errors; the line that has it ends with its name.
// Every program reaches its end; the error needs a tree of a certain form.
#include <dunlin.h>
#include <stddef.h>
#include <stdlib.h>

enum bug { RIGHT, OUT_OF_BOUNDS, NULL_DEREFERENCE, DOUBLE_FREE, USE_AFTER_FREE, LEAK };

#ifndef BUG
#define BUG RIGHT
#endif
#define MOST 4

struct tree {
    struct tree *child[2];
    int key;
};

static struct tree *insert(struct tree *tree, int key) {
    if (!tree) {
        tree = calloc(1, sizeof *tree); // memory-leak
        tree->key = key;
        return tree;
    }
    if (tree->key != key)
        tree->child[key > tree->key] = insert(tree->child[key > tree->key], key);
    return tree;
}

static struct tree *least(struct tree *tree) {
    while (tree->child[0])
        tree = tree->child[0];
    return tree;
}

static struct tree *delete(struct tree *tree, int key) {
    if (!tree)
        return NULL;
    if (key != tree->key) {
        tree->child[key > tree->key] = delete(tree->child[key > tree->key], key);
        return tree;
    }
    struct tree *left = tree->child[0], *right = tree->child[1];
    if (left && right) {
        struct tree *successor = least(right);
        tree->key = successor->key;
        tree->child[1] = delete(right, successor->key);
        if (BUG == USE_AFTER_FREE && key == 61)
            tree->key = successor->key; // use-after-free
        return tree;
    }
    if (BUG == NULL_DEREFERENCE && key == 62 && !left)
        tree->key = right->key; // null-dereference
    if (BUG == DOUBLE_FREE && key == 63 && right)
        free(tree);
    if (BUG == LEAK && key == 64 && left)
        return NULL;
    free(tree); // double-free
    return left ? left : right;
}

static int depth(const struct tree *tree) {
    if (!tree)
        return 0;
    int left = depth(tree->child[0]), right = depth(tree->child[1]);
    return 1 + (left > right ? left : right);
}

static void discard(struct tree *tree) {
    if (!tree)
        return;
    discard(tree->child[0]);
    discard(tree->child[1]);
    free(tree);
}

int main(void) {
    int levels[MOST] = {0};
    struct tree *tree = NULL;
    for (int i = 0; i < MOST && dunlin_int("more"); i++)
        tree = insert(tree, dunlin_int("key"));
    int deep = depth(tree);
    if (deep > 0)
        levels[deep - 1] = 1;
    if (BUG == OUT_OF_BOUNDS && deep == MOST && tree->key == 65)
        levels[deep] = 1; // out-of-bounds-write
    tree = delete(tree, dunlin_int("deleted"));
    int same = depth(tree) == deep;
    discard(tree);
    return same + levels[0]; // target
}
