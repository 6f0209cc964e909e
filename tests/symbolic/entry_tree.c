// Freeing a tree, whose nodes are made on the way; freed nodes are not used.
// run: dunlin run --entry release --lazy-depth 2 --leaks
// replay: off a native run cannot make the objects of a lazy start
// paths: 5
// left-out: only null was explored 3 pointers away
// error: none
#include <stdlib.h>

struct tree {
    struct tree *left, *right;
};

void release(struct tree *tree) {
    if (!tree)
        return;
    release(tree->left);
    release(tree->right);
    free(tree);
}
