/* A pool allocator over blocks of BLOCK bytes: everything small that a program needs is carved out of one
 * large object. Blocks come scrambled with a key of the input, so that every byte that nobody has written
 * depends on it. The input chooses records of a directory that are written and read: the block becomes an
 * SMT array of BLOCK bytes, though only a few of them can be meant. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 8192
#define RECORDS 8
#define KEY 16
#define WRITES 3
#define READS 6

struct pool {
    unsigned char *block;
    size_t used;
    struct pool *previous;
};

struct record {
    unsigned char state;
    unsigned char owner;
    unsigned char size;
    unsigned char check;
};

static struct pool *pool_make(struct pool *previous, const unsigned char *key) {
    struct pool *pool = malloc(sizeof *pool);
    if (pool == NULL)
        abort();
    pool->block = malloc(BLOCK);
    if (pool->block == NULL)
        abort();
    for (unsigned i = 0; i < BLOCK; i++)
        pool->block[i] = key[(i + 3) % KEY] ^ (unsigned char)(i * (i >> 4));
    pool->used = 0;
    pool->previous = previous;
    return pool;
}

static void *pool_allocate(struct pool *pool, size_t size) {
    size = (size + 7) & ~(size_t)7;
    if (pool->used + size > BLOCK)
        abort();
    void *memory = pool->block + pool->used;
    pool->used += size;
    return memory;
}

static char *pool_text(struct pool *pool, const char *text) {
    return strcpy(pool_allocate(pool, strlen(text) + 1), text);
}

static void pool_destroy(struct pool *pool) {
    while (pool != NULL) {
        struct pool *previous = pool->previous;
        free(pool->block);
        free(pool);
        pool = previous;
    }
}

static struct record *make_directory(struct pool *pool) {
    struct record *records = pool_allocate(pool, RECORDS * sizeof *records);
    for (int i = 0; i < RECORDS; i++) {
        records[i].state = 'f';
        records[i].owner = (unsigned char)(i % 3);
        records[i].size = (unsigned char)(5 * i);
    }
    return records;
}

static void seal(struct record *record, unsigned char state) {
    record->state = state;
    record->check = (unsigned char)(record->owner ^ state);
}

static int is_good(const struct record *record) {
    return record->state == 'f' || record->check == (record->owner ^ record->state);
}

int main(void) {
    unsigned char key[KEY], written[WRITES], states[WRITES], looked_at[READS];
    klee_make_symbolic(key, sizeof key, "key");
    klee_make_symbolic(written, sizeof written, "written");
    klee_make_symbolic(states, sizeof states, "states");
    klee_make_symbolic(looked_at, sizeof looked_at, "looked_at");

    struct pool *pool = pool_make(NULL, key);
    struct record *records = make_directory(pool);
    pool_text(pool, "the end of the directory");

    for (int i = 0; i < WRITES; i++) {
        klee_assume(written[i] < RECORDS);
        seal(&records[written[i]], states[i]);
    }
    int open = 0;
    for (int i = 0; i < READS; i++) {
        klee_assume(looked_at[i] < RECORDS);
        if (records[looked_at[i]].state > 'p')
            open++;
    }
    int good = is_good(&records[looked_at[0]]);
    pool_destroy(pool);
    return good ? open : -1;
}
