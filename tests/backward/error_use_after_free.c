// A field of a freed object is read on the way to the end of main.
// run: dunlin run
// run: dunlin run --backward-from error_use_after_free.c:19
// error: use-after-free at 18
#include <dunlin.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    a->next = b;
    if (dunlin_int("x") == 3)
        free(b);
    int value = a->next->value;
    return value;
}
