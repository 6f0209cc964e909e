// run: dunlin run
// run: dunlin run -m32
// error: use-after-free at 21
// report: use-after-free
// report: allocated
// report: use_after_free.c:17
// report: freed
// report: use_after_free.c:20
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int main(void) {
    struct node *list = malloc(sizeof *list);
    list->next = NULL;
    list->value = 4;
    free(list);
    return list->value;
}
