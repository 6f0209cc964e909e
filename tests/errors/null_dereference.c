// run: dunlin run
// run: dunlin run -m32
// error: null-dereference at 15
// report: null-dereference
// report: second
// report: main
#include <stddef.h>

struct node {
    struct node *next;
    int value;
};

static int second(struct node *list) {
    return list->next->value;
}

int main(void) {
    struct node only = {NULL, 1};
    return second(&only);
}
