// A sorted list of input values, singly linked: values are added, one is removed, the list is reversed and
// freed. -D BUG= chooses one of the memory errors; the line that has it ends with its name.
// Every program reaches its end; the error needs a list that has the right form.
#include <dunlin.h>
#include <stddef.h>
#include <stdlib.h>

enum bug { RIGHT, OUT_OF_BOUNDS, NULL_DEREFERENCE, DOUBLE_FREE, USE_AFTER_FREE, LEAK };

#ifndef BUG
#define BUG RIGHT
#endif
#define MOST 4

struct node {
    struct node *next;
    int value;
    int marks[3];
};

static struct node *insert(struct node *list, int value) {
    struct node *node = malloc(sizeof *node); // memory-leak
    node->value = value;
    for (int i = 0; i < 3; i++)
        node->marks[i] = value + i;
    struct node **at = &list;
    while (*at && (*at)->value < value)
        at = &(*at)->next;
    if (*at && (*at)->value == value) {
        // Twice the same value: the new node is not needed.
        if (BUG != LEAK || value != 40)
            free(node);
        return list;
    }
    node->next = *at;
    *at = node;
    return list;
}

static struct node *take(struct node *list, int value) {
    struct node **at = &list;
    while (*at && (*at)->value != value)
        at = &(*at)->next;
    if (!*at && (BUG != NULL_DEREFERENCE || value != 41))
        return list;
    struct node *gone = *at;
    *at = gone->next; // null-dereference
    free(gone);
    if (BUG == USE_AFTER_FREE && value == 42 && gone->value > 7) // use-after-free
        return list;
    if (BUG == DOUBLE_FREE && value == 43 && !list)
        free(gone); // double-free
    return list;
}

static struct node *reverse(struct node *list) {
    struct node *turned = NULL;
    while (list) {
        struct node *next = list->next;
        list->next = turned;
        turned = list;
        list = next;
    }
    return turned;
}

static int length(const struct node *list) {
    int length = 0;
    for (; list; list = list->next)
        length++;
    return length;
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < MOST && dunlin_int("more"); i++)
        list = insert(list, dunlin_int("value"));
    list = take(list, dunlin_int("taken"));
    list = reverse(list);
    int count = length(list), sum = 0;
    if (list && count == 3) {
        int end = BUG == OUT_OF_BOUNDS && list->value == 44 ? 3 : 2;
        for (int i = 0; i <= end; i++)
            sum += list->marks[i] & 1; // out-of-bounds-read
    }
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return sum + count; // target
}
