/* A small inventory as a linked list of items. Items that run out are removed at the end of the
   day. It prints the right numbers natively, and yet one line reads memory that is already freed;
   `dunlin run examples/inventory.c` says which. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct item {
    char *name;
    int count;
    struct item *next;
};

static struct item *inventory;

static void add(const char *name, int count) {
    struct item *item = malloc(sizeof *item);
    if (item == NULL)
        exit(1);
    item->name = malloc(strlen(name) + 1);
    if (item->name == NULL)
        exit(1);
    strcpy(item->name, name);
    item->count = count;
    item->next = inventory;
    inventory = item;
}

static void sell(const char *name, int count) {
    for (struct item *item = inventory; item != NULL; item = item->next)
        if (strcmp(item->name, name) == 0) {
            item->count -= count;
            printf("sold %d of %s, %d left\n", count, name, item->count);
        }
}

static void discard(struct item *item) {
    printf("out of stock: %s\n", item->name);
    free(item->name);
    free(item);
}

static void close_day(void) {
    struct item **link = &inventory;
    for (struct item *item = inventory; item != NULL; item = item->next) {
        if (item->count == 0) {
            *link = item->next;
            discard(item);
        } else {
            link = &item->next;
        }
    }
}

int main(void) {
    add("bolts", 40);
    add("nuts", 25);
    add("washers", 60);
    sell("nuts", 25);
    sell("bolts", 4);
    close_day();
    for (struct item *item = inventory; item != NULL; item = item->next)
        printf("%d %s\n", item->count, item->name);
    return 0;
}
