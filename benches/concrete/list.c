/* A sorted linked list: heap allocation, pointer chasing, freeing. */
#include <stdio.h>
#include <stdlib.h>

#define OPERATIONS 20000
#define KEYS 400

struct node {
    struct node *next;
    unsigned key, count;
};

static struct node *head;

static void insert(unsigned key) {
    struct node **link = &head;
    while (*link != NULL && (*link)->key < key)
        link = &(*link)->next;
    if (*link != NULL && (*link)->key == key) {
        (*link)->count++;
        return;
    }
    struct node *node = malloc(sizeof *node);
    node->next = *link;
    node->key = key;
    node->count = 1;
    *link = node;
}

static void delete(unsigned key) {
    struct node **link = &head;
    while (*link != NULL && (*link)->key < key)
        link = &(*link)->next;
    if (*link != NULL && (*link)->key == key) {
        struct node *node = *link;
        *link = node->next;
        free(node);
    }
}

int main(void) {
    unsigned state = 1, checksum = 0;
    for (int i = 0; i < OPERATIONS; i++) {
        state = state * 1103515245u + 12345u;
        unsigned key = (state >> 12) % KEYS;
        if ((state >> 28) % 4 == 0)
            delete (key);
        else
            insert(key);
    }
    while (head != NULL) {
        struct node *next = head->next;
        checksum = checksum * 31 + head->key * 7 + head->count;
        free(head);
        head = next;
    }
    printf("%u\n", checksum);
    return 0;
}
