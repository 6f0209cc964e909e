// What only a lost block points to is lost with it, which one report says; what the input keeps is not.
// run: dunlin run --leaks --memory fork
// run: dunlin run --leaks --memory auto
// error: memory-leak at 16
#include <klee/klee.h>
#include <stdlib.h>
struct node {
    struct node *next;
};
void *keep, *other;
int main(void) {
    unsigned i = klee_int("i");
    struct node *two[2];
    // The tail hangs on the first.
    for (int k = 0; k < 2; k++)
        two[k] = calloc(1, sizeof *two[k]);
    other = 0;
    two[0]->next = calloc(1, sizeof(struct node));
    keep = two[i & 1];
    two[0] = two[1] = 0;
    return 0;
}
