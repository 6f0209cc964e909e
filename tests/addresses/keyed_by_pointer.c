// A table of chains that is keyed by addresses, with a look-up that depends on the input as well. There are
// too many buckets to follow, so the objects stay where they are, and that is said; paths, also those that
// are followed again from the beginning, are as with fixed addresses.
// paths: 3
// run: dunlin run
// exit: 3
// error: none
// stderr: only one placement of the objects was explored
// run: dunlin run --workers 2 --search random-path
// exit: 3
// error: none
// run: dunlin run --addresses fixed
// error: none
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#define KEYS 32
#define SLOTS 31

struct entry {
    void *key;
    int value;
    struct entry *next;
};

static struct entry *table[SLOTS];

static unsigned slot_of(void *key) { return (unsigned)(((uintptr_t)key >> 4) % SLOTS); }

static void put(void *key, int value) {
    struct entry *entry = malloc(sizeof *entry);
    unsigned slot = slot_of(key);
    entry->key = key;
    entry->value = value;
    entry->next = table[slot];
    table[slot] = entry;
}

static int get(void *key) {
    for (struct entry *entry = table[slot_of(key)]; entry; entry = entry->next)
        if (entry->key == key)
            return entry->value;
    return -1;
}

int main(void) {
    void *keys[KEYS];
    unsigned char n;
    klee_make_symbolic(&n, 1, "n");
    for (int i = 0; i < KEYS; i++) {
        keys[i] = malloc(8);
        put(keys[i], i);
    }
    for (int i = 0; i < KEYS; i++)
        if (get(keys[i]) != i)
            abort();
    if (n > 100)
        return 1;
    if (get(keys[n % KEYS]) != n % KEYS)
        abort();
    return 0;
}
