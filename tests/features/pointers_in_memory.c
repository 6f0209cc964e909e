// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
    struct node *left, *right;
    int key;
};

static struct node *insert(struct node *tree, int key) {
    if (!tree) {
        tree = malloc(sizeof *tree);
        *tree = (struct node){0, 0, key};
    } else if (key < tree->key) {
        tree->left = insert(tree->left, key);
    } else {
        tree->right = insert(tree->right, key);
    }
    return tree;
}

static void walk(struct node *tree) {
    if (!tree)
        return;
    walk(tree->left);
    printf("%d ", tree->key);
    walk(tree->right);
    free(tree);
}

int main(void) {
    struct node *tree = NULL;
    for (int i = 0; i < 20; i++)
        tree = insert(tree, i * 13 % 20);
    walk(tree);
    /* A pointer copied byte by byte, and one kept in two halves. */
    int value = 5, *from = &value, *to;
    for (size_t i = 0; i < sizeof to; i++)
        ((char *)&to)[i] = ((char *)&from)[i];
    uint16_t low, high[3];
    memcpy(&low, &from, sizeof low);
    memcpy(high, (char *)&from + 2, sizeof from - 2);
    int *joined;
    memcpy(&joined, &low, sizeof low);
    memcpy((char *)&joined + 2, high, sizeof joined - 2);
    *to += 2;
    *joined += 10;
    /* The classic list of two pointers in one word. */
    int other = 1;
    uintptr_t both = (uintptr_t)&value ^ (uintptr_t)&other;
    *(int *)(both ^ (uintptr_t)&other) += 100;
    printf("%d\n", value);
    return 0;
}
