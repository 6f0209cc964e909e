/* Chained hash tables in the manner of a portable runtime: several tables from the same allocation
 * sites, entries that come from a small free list, look-up, insertion, removal and iteration. The input
 * decides how much was logged before (HISTORY bits, of which each has its own number of records), a key that is inserted
 * and one that is looked up. The buckets of the first table are written at a place that the input decides,
 * so they become an SMT array of pointers, and what is asked about it depends on addresses. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define TABLES 6
#define BUCKETS 37
#define ENTRIES 3
#define HISTORY 4
#define KEYS 200

struct entry {
    struct entry *next;
    unsigned key;
    unsigned hash;
    int value;
};

struct table {
    struct entry **buckets;
    struct entry *free;
    unsigned size;
    unsigned count;
};

struct record {
    struct record *next;
    char text[24];
};

static struct record *records;

static void *allocate(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memset(memory, 0, size);
}

static void log_start(const char *text) {
    struct record *record = allocate(sizeof *record);
    strncpy(record->text, text, sizeof record->text - 1);
    record->next = records;
    records = record;
}

static struct table *table_make(unsigned size) {
    struct table *table = allocate(sizeof *table);
    table->buckets = allocate(size * sizeof *table->buckets);
    table->size = size;
    return table;
}

static unsigned hash_of(unsigned key) { return key * 33u + 7u; }

/* The place of the pointer to the entry, or of the null pointer at the end of its chain. */
static struct entry **find(struct table *table, unsigned key) {
    unsigned hash = hash_of(key);
    struct entry **place = &table->buckets[hash % table->size];
    while (*place != NULL) {
        struct entry *entry = *place;
        if (entry->hash == hash && entry->key == key)
            return place;
        place = &entry->next;
    }
    return place;
}

static struct entry *new_entry(struct table *table, unsigned key, int value) {
    struct entry *entry = table->free;
    if (entry != NULL)
        table->free = entry->next;
    else
        entry = allocate(sizeof *entry);
    entry->next = NULL;
    entry->key = key;
    entry->hash = hash_of(key);
    entry->value = value;
    return entry;
}

static void table_set(struct table *table, unsigned key, int value) {
    struct entry **place = find(table, key);
    if (*place != NULL) {
        (*place)->value = value;
        return;
    }
    struct entry *entry = new_entry(table, key, value);
    struct entry **head = &table->buckets[entry->hash % table->size];
    entry->next = *head;
    *head = entry;
    table->count++;
}

static int table_get(struct table *table, unsigned key, int otherwise) {
    struct entry *entry = *find(table, key);
    return entry == NULL ? otherwise : entry->value;
}

static int table_remove(struct table *table, unsigned key) {
    struct entry **place = find(table, key);
    struct entry *entry = *place;
    if (entry == NULL)
        return 0;
    *place = entry->next;
    entry->next = table->free;
    table->free = entry;
    table->count--;
    return 1;
}

static int table_sum(const struct table *table) {
    int sum = 0;
    for (unsigned i = 0; i < table->size; i++)
        for (const struct entry *entry = table->buckets[i]; entry != NULL; entry = entry->next)
            sum += entry->value;
    return sum;
}

int main(void) {
    unsigned char options, inserted, wanted;
    klee_make_symbolic(&options, sizeof options, "options");
    klee_make_symbolic(&inserted, sizeof inserted, "inserted");
    klee_make_symbolic(&wanted, sizeof wanted, "wanted");
    klee_assume(inserted < KEYS);
    klee_assume(wanted < KEYS);

    for (int i = 0; i < HISTORY; i++)
        if (options & (1 << i))
            for (int record = 0; record < 1 << i; record++)
                log_start("an option is set");

    struct table *tables[TABLES];
    for (int i = 0; i < TABLES; i++) {
        tables[i] = table_make(BUCKETS);
        for (unsigned key = 0; key < ENTRIES + 1; key++)
            table_set(tables[i], key * 5, (int)key + 10 * i);
        table_remove(tables[i], 0);
    }
    int total = 0;
    for (int i = 1; i < TABLES; i++)
        total += table_sum(tables[i]);

    table_set(tables[0], inserted, 100);
    int value = table_get(tables[0], wanted, -1);
    if (value == 100)
        return wanted != inserted;
    return total + value > 0 ? 2 : 3;
}
