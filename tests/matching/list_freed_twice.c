// The list is freed, but not forgotten.
// replay: off the program has no end
// Without states that were seen before, there are too many paths to try.
// run: dunlin run --match exact
// run: dunlin run --match covered
// error: double-free at 27
// error: use-after-free at 31
#include <dunlin.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *list;

int main(void) {
    while (1) {
        int input = dunlin_range(0, 3, "input");
        if (input == 0 && !list) {
            list = malloc(sizeof *list);
            list->value = 0;
            list->next = NULL;
        }
        if (input == 1 && list)
            free(list);
        if (input == 1 && dunlin_int("again") == 3)
            continue;
        if (input == 2 && list)
            list->value = 1;
        if (input == 1)
            list = NULL;
    }
}
