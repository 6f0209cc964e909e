// Table II, `pexp->f`: the offset of the field beside those of its neighbours.
// run: dunlin reach --target @field --target @neighbour --strategy tse
// verdict: @field reachable
// verdict: @neighbour unreachable
#include <dunlin.h>
#include <stdlib.h>

struct pair {
    char tag;
    int left;
    short right;
};

int main(void) {
    struct pair *p = malloc(sizeof *p);
    p->right = 5;
    p->left = dunlin_int("left");
    p->tag = 'x';
    if (p->left == 77 && p->right == 5)
        return 1; // target field
    if (p->right != 5 || p->tag != 'x')
        return 2; // target neighbour
    return 0;
}
