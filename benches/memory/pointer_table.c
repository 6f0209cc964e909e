/* A registry of handles, keyed by their addresses: a hash table with chains that grows when it is half
 * full. Which handles are closed and looked up depends on the input; every chain is a matter of where
 * malloc has put the handles. Written for: addresses that are hashed, wherever objects may lie. */
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define HANDLES 24
#define STEPS 5
#define FIRST_SLOTS 16

struct handle {
    int id;
    int uses;
};

struct entry {
    struct handle *key;
    int owner;
    struct entry *next;
};

struct registry {
    struct entry **slots;
    unsigned count;
    unsigned used;
};

static unsigned slot_of(const struct registry *registry, const struct handle *key) {
    uintptr_t number = (uintptr_t)key >> 4;
    number ^= number >> 7;
    return (unsigned)(number % registry->count);
}

static void registry_init(struct registry *registry) {
    registry->count = FIRST_SLOTS;
    registry->used = 0;
    registry->slots = calloc(registry->count, sizeof *registry->slots);
}

static void registry_grow(struct registry *registry) {
    struct registry larger = { NULL, registry->count * 2, registry->used };
    larger.slots = calloc(larger.count, sizeof *larger.slots);
    for (unsigned i = 0; i < registry->count; i++) {
        struct entry *entry = registry->slots[i];
        while (entry) {
            struct entry *next = entry->next;
            unsigned slot = slot_of(&larger, entry->key);
            entry->next = larger.slots[slot];
            larger.slots[slot] = entry;
            entry = next;
        }
    }
    free(registry->slots);
    *registry = larger;
}

static void registry_put(struct registry *registry, struct handle *key, int owner) {
    if (registry->used * 2 >= registry->count)
        registry_grow(registry);
    unsigned slot = slot_of(registry, key);
    struct entry *entry = malloc(sizeof *entry);
    entry->key = key;
    entry->owner = owner;
    entry->next = registry->slots[slot];
    registry->slots[slot] = entry;
    registry->used++;
}

static struct entry *registry_get(struct registry *registry, const struct handle *key) {
    struct entry *entry = registry->slots[slot_of(registry, key)];
    while (entry && entry->key != key)
        entry = entry->next;
    return entry;
}

static int registry_remove(struct registry *registry, const struct handle *key) {
    struct entry **link = &registry->slots[slot_of(registry, key)];
    while (*link && (*link)->key != key)
        link = &(*link)->next;
    struct entry *entry = *link;
    if (!entry)
        return 0;
    *link = entry->next;
    free(entry);
    registry->used--;
    return 1;
}

int main(void) {
    struct handle *handles[HANDLES];
    struct registry registry;
    registry_init(&registry);
    for (int i = 0; i < HANDLES; i++) {
        handles[i] = malloc(sizeof *handles[i]);
        handles[i]->id = i;
        handles[i]->uses = 0;
        registry_put(&registry, handles[i], i % 3);
    }
    unsigned char steps[STEPS];
    klee_make_symbolic(steps, sizeof steps, "steps");
    int removed = 0;
    for (int i = 0; i < STEPS; i++) {
        /* Six handles in each step, so that steps meet now and then. */
        struct handle *handle = NULL;
        for (int k = 0; k < 6; k++)
            if (steps[i] == k)
                handle = handles[(5 * i + k) % HANDLES];
        if (!handle)
            continue;
        if (i % 2 == 0) {
            removed += registry_remove(&registry, handle);
        } else {
            struct entry *entry = registry_get(&registry, handle);
            if (entry)
                entry->key->uses++;
        }
    }
    if (registry.used != (unsigned)(HANDLES - removed))
        abort();
    int uses = 0;
    for (int i = 0; i < HANDLES; i++) {
        struct entry *entry = registry_get(&registry, handles[i]);
        if (entry && entry->owner != handles[i]->id % 3)
            abort();
        uses += handles[i]->uses;
    }
    return uses > STEPS;
}
