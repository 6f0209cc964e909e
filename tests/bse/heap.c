// Objects of the heap, through several names.
// run: dunlin reach --target @aliased --target @apart --target @freed --target @listed --target @list_never --strategy bse --max-time 60s
// verdict: @aliased reachable
// verdict: @apart unreachable
// verdict: @freed unreachable
// verdict: @listed reachable
// verdict: @list_never unreachable
// reason: by weakest precondition
#include <dunlin.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    short tag;
};

static struct node *add(struct node *list, int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->next = list;
    node->tag = (short)(value & 3);
    return node;
}

int main(void) {
    int x = dunlin_int("x"), y = dunlin_int("y");
    int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
    *p = x;
    *q = y;
    int *r = x > 3 ? p : q;
    *r = 17;
    if (*p == 17 && *q == y && y == 4)
        x++; // target aliased
    if (*p != 17 && *q != 17)
        x++; // target apart
    free(q);
    if (r == p)
        free(r);
    else
        free(p);
    if (x == 7 && *p == 2)
        x++; // target freed
    struct node *list = 0;
    for (int i = 0; i < 4; i++)
        list = add(list, y + i);
    int sum = 0;
    for (struct node *node = list; node; node = node->next)
        sum += node->value * node->tag;
    if (sum == 26)
        return 1; // target listed
    if (list->value != y + 3 || list->next->next->next->next)
        return 2; // target list_never
    return 0;
}
