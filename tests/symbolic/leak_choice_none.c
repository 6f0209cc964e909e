// Choices of which every outcome reaches every block: a ring that is entered anywhere, a table that is
// permuted, a block that is freed where nothing points to it.
// run: dunlin run --leaks --memory fork
// run: dunlin run --leaks --memory ite
// run: dunlin run --leaks --memory segments
// run: dunlin run --leaks --memory static-segments
// run: dunlin run --leaks --memory auto
#include <klee/klee.h>
#include <stdlib.h>
struct node {
    struct node *next;
} *head;
void *keep, *t[4];
int main(void) {
    unsigned i = klee_int("i") & 3;
    struct node *ring[4];
    for (int k = 0; k < 4; k++) ring[k] = malloc(sizeof *ring[k]);
    for (int k = 0; k < 4; k++) ring[k]->next = ring[(k + 1) % 4];
    head = ring[i];
    for (int k = 0; k < 4; k++) t[k] = malloc(8);
    void *swapped = t[i];
    t[i] = t[3 - i];
    t[3 - i] = swapped;
    void *two[2] = {malloc(1), malloc(2)};
    keep = two[i & 1];
    free(two[(i & 1) ^ 1]);
    return 0;
}
