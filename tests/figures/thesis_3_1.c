// Figure 3.1 of the thesis on memory models: three hash tables with five nodes each, and a look-up in
// the first. No two nodes share a bucket. A path for the empty bucket; then the key of the node is compared
// byte by byte: it is equal or differs in one of the first three bytes, for the last follows from the
// bucket. That is 1 + 5 * 4 paths, or 1 + 4 where the nodes are merged. A segment that is made on demand
// holds the five nodes of the first table (24 bytes each); from the static analysis there is one for the
// three arrays of buckets (2,400 bytes each) and one for all fifteen nodes.
// error: none
// run: dunlin run --memory fork
// paths: 21
// memory: forked >= 1, segments 0
// run: dunlin run --memory ite
// paths: 5
// run: dunlin run --memory segments
// paths: 5
// memory: segments >= 1, largest_segment 120
// run: dunlin run --memory static-segments --segment-budget 16384
// paths: 5
// memory: forked 0, largest_segment 7200
// run: dunlin run --memory auto
// verdict: no-errors
// run: dunlin run --memory segments --resolve-context 4 --reuse-segments
// paths: 5
// memory: segments >= 1, largest_segment 120
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

typedef struct node_s {
    unsigned long data;
    unsigned key;
    struct node_s *next;
} node_t;
typedef struct {
    node_t **buckets;
    size_t size;
} table_t;

static unsigned long hash(void *key, size_t size) {
    unsigned char *bytes = key;
    unsigned long sum = 5381;
    for (size_t i = 0; i < size; i++) {
        sum = sum * 33 + bytes[i];
    }
    return sum;
}

void table_init(table_t *t, size_t n) {
    t->buckets = calloc(n, sizeof(node_t *));
    t->size = n;
}

node_t *table_lookup(table_t *t, unsigned k) {
    unsigned long h = hash(&k, sizeof(k)) % t->size;
    node_t *node = t->buckets[h];
    while (node != NULL) {
        if (memcmp(&node->key, &k, sizeof(unsigned)) == 0) {
            return node;
        }
        node = node->next;
    }
    return NULL;
}

void table_insert(table_t *t, unsigned k, int data) {
    if (table_lookup(t, k)) {
        return;
    }
    unsigned long h = hash(&k, sizeof(k)) % t->size;
    node_t *node = calloc(1, sizeof(node_t));
    node->key = k;
    node->data = data;
    node->next = t->buckets[h];
    t->buckets[h] = node;
}

int main(int argc, char *argv[]) {
    table_t tables[3];
    for (unsigned i = 0; i < 3; i++) {
        table_init(&tables[i], 300);
        for (unsigned j = 0; j < 5; j++) {
            table_insert(&tables[i], j, 7);
        }
    }
    unsigned k;
    klee_make_symbolic(&k, sizeof k, "k");
    table_lookup(&tables[0], k);
    return 0;
}
