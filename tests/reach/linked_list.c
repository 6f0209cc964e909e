// A list as parameter: alone, the function is started with a list that unfolds on use; the program
// has lists of up to four elements, so that a sum of five is out of reach.
// run: dunlin reach --target @third --target @fifth
// run: dunlin reach --target @third --target @fifth --strategy ccbse:sdse
// run: dunlin reach --target @third --target @fifth --strategy ccbse:random-path
// run: dunlin reach --target @third --target @fifth --strategy mix:klee
// verdict: @third reachable
// verdict: @fifth unreachable
#include <klee/klee.h>
#include <stddef.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

static int classify(const struct node *list) {
    int sum = 0, length = 0;
    for (; list; list = list->next) {
        sum += list->value;
        length++;
    }
    if (length == 3 && sum == 3)
        return 3; // target third
    if (sum == 5)
        return 5; // target fifth
    return 0;
}

static struct node *push(struct node *list) {
    struct node *node = malloc(sizeof *node);
    if (!node)
        exit(1);
    node->next = list;
    node->value = 1;
    return node;
}

int main(void) {
    unsigned char n;
    klee_make_symbolic(&n, sizeof n, "n");
    struct node *list = NULL;
    for (int i = 0; i < 4; i++)
        if (n & 1 << i)
            list = push(list);
    int kind = classify(list);
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return kind;
}
