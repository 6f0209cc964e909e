// The last element of a list has no next one.
// run: dunlin run
// run: dunlin run --backward-from error_through_a_list.c:22
// error: null-dereference at 18
#include <dunlin.h>
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node last = {NULL, 3}, middle = {&last, 2}, first = {&middle, 1};
    struct node *node = &first;
    int n = dunlin_range(0, 5, "n");
    while (n > 0) {
        node = node->next;
        n--;
    }
    int value = node ? node->value : 0;
    return value;
}
