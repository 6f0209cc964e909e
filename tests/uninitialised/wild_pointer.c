// A pointer that was not written leads anywhere.
// run: dunlin run
// error: null-dereference at 11
// error: out-of-bounds-read at 11
#include <stdlib.h>
struct node {
    int value;
    int *next;
};
int main(void) {
    return *((struct node *)malloc(sizeof(struct node)))->next;
}
