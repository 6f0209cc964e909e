/* Three hash tables of 300 buckets with 5 nodes each, and the look-up of an input key in the first:
 * the bucket is a pointer that may refer to several nodes. After Figure 3.1 of the thesis on memory
 * models. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define TABLES 3
#define BUCKETS 300
#define NODES 5

struct node {
    unsigned long data;
    unsigned key;
    struct node *next;
};

struct table {
    struct node **buckets;
    size_t size;
};

static unsigned long hash(const void *key, size_t size) {
    const unsigned char *bytes = key;
    unsigned long sum = 5381;
    for (size_t i = 0; i < size; i++)
        sum = sum * 33 + bytes[i];
    return sum;
}

static void init(struct table *table, size_t size) {
    table->buckets = calloc(size, sizeof *table->buckets);
    table->size = size;
}

static struct node *look_up(struct table *table, unsigned key) {
    struct node *node = table->buckets[hash(&key, sizeof key) % table->size];
    while (node != NULL) {
        if (memcmp(&node->key, &key, sizeof key) == 0)
            return node;
        node = node->next;
    }
    return NULL;
}

static void insert(struct table *table, unsigned key, unsigned long data) {
    if (look_up(table, key) != NULL)
        return;
    struct node **bucket = &table->buckets[hash(&key, sizeof key) % table->size];
    struct node *node = calloc(1, sizeof *node);
    node->key = key;
    node->data = data;
    node->next = *bucket;
    *bucket = node;
}

int main(void) {
    struct table tables[TABLES];
    for (unsigned i = 0; i < TABLES; i++) {
        init(&tables[i], BUCKETS);
        for (unsigned key = 0; key < NODES; key++)
            insert(&tables[i], key, 7);
    }
    unsigned key;
    klee_make_symbolic(&key, sizeof key, "key");
    struct node *found = look_up(&tables[0], key);
    return found == NULL;
}
