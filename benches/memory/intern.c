/* String interning: equal strings become the same pointer, and are compared as pointers afterwards. The
 * strings lie in chained buckets; those that come from the input are entered at a place that it decides,
 * so that the buckets are an SMT array of pointers. Before, the input has decided what else was allocated
 * (HISTORY bits). Both the look-ups and the comparisons of interned strings depend on addresses, but not
 * on which these are. */
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

/* A power of two. */
#define BUCKETS 32
#define POOLS 6
#define TEXT 3
#define LAST 'h'
#define HISTORY 4

struct interned {
    struct interned *next;
    unsigned hash;
    char text[TEXT];
};

struct pool {
    struct interned *buckets[BUCKETS];
    long count;
    long longest;
};

struct setting {
    struct setting *next;
    int number;
};

static const char *const KEYWORDS[] = {"ab", "fe"};
#define KEYWORD_COUNT (int)(sizeof KEYWORDS / sizeof *KEYWORDS)

static void *xmalloc(size_t size) {
    void *memory = malloc(size);
    if (memory == NULL)
        abort();
    return memory;
}

static struct setting *new_setting(struct setting *next, int number) {
    struct setting *setting = xmalloc(sizeof *setting);
    setting->next = next;
    setting->number = number;
    return setting;
}

static struct pool *new_pool(void) {
    struct pool *pool = xmalloc(sizeof *pool);
    memset(pool, 0, sizeof *pool);
    return pool;
}

static unsigned hash_of(const char *text) {
    unsigned hash = 0;
    for (int i = 0; i < TEXT - 1; i++)
        hash = hash * 5 + (unsigned char)text[i];
    return hash;
}

static struct interned *new_interned(const char *text, unsigned hash) {
    struct interned *interned = xmalloc(sizeof *interned);
    memcpy(interned->text, text, TEXT);
    interned->hash = hash;
    return interned;
}

static const char *intern(struct pool *pool, const char *text) {
    unsigned hash = hash_of(text);
    struct interned **bucket = &pool->buckets[hash & (BUCKETS - 1)];
    for (struct interned *known = *bucket; known != NULL; known = known->next)
        if (known->hash == hash && known->text[0] == text[0] && known->text[1] == text[1])
            return known->text;
    struct interned *added = new_interned(text, hash);
    added->next = *bucket;
    *bucket = added;
    pool->count++;
    if (pool->longest < TEXT)
        pool->longest = TEXT;
    return added->text;
}

static int is_keyword(const char *const *keywords, const char *text) {
    for (int i = 0; i < KEYWORD_COUNT; i++)
        if (keywords[i] == text)
            return i + 1;
    return 0;
}

int main(void) {
    char first[TEXT], second[TEXT];
    unsigned char options;
    klee_make_symbolic(&options, sizeof options, "options");
    klee_make_symbolic(first, sizeof first, "first");
    klee_make_symbolic(second, sizeof second, "second");
    for (int i = 0; i < TEXT - 1; i++) {
        klee_assume(first[i] >= 'a' && first[i] <= LAST);
        klee_assume(second[i] >= 'a' && second[i] <= LAST);
    }
    first[TEXT - 1] = second[TEXT - 1] = '\0';

    struct setting *settings = NULL;
    for (int i = 0; i < HISTORY; i++)
        if (options & (1 << i))
            for (int number = 0; number < 1 << i; number++)
                settings = new_setting(settings, number);

    struct pool *pools[POOLS];
    const char *keywords[KEYWORD_COUNT];
    for (int i = 0; i < POOLS; i++) {
        pools[i] = new_pool();
        for (int word = 0; word < KEYWORD_COUNT; word++)
            keywords[word] = intern(pools[i], KEYWORDS[word]);
    }
    struct pool *pool = pools[POOLS - 1];

    const char *one = intern(pool, first);
    const char *two = intern(pool, second);
    int result = is_keyword(keywords, two);
    if (one == two)
        result += 10;
    return result + (settings != NULL);
}
