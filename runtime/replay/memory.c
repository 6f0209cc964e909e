/* Memory that the program did not write: it gets the bytes that the test has for it.
 *
 * An object of the test whose name begins with "uninitialised: " says which memory it is for, at the end
 * of its name: "(FUNCTION/SITE+OFFSET#COUNT)". A site is a local variable or the start of its scope,
 * numbered in its function; the count is how often it was executed before. Blocks of the heap
 * have no function, and are counted together. What has no bytes stays as it is: the program does not
 * depend on it, or is not followed to there. */
#define _GNU_SOURCE
#include "replay.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PREFIX "uninitialised: "

struct filling {
    const char *function;
    uint32_t function_length, site, count, size;
    uint64_t offset;
    const unsigned char *bytes;
    /* The first one of the same site counts for all. */
    uint32_t first, executed;
};

static struct filling *fillings;
static uint32_t filling_count;
static int fill_with_zero;

void dunlin_fill_with_zero(void) { fill_with_zero = 1; }

int dunlin_is_unwritten(const unsigned char *name, uint32_t length) {
    return length > strlen(PREFIX) && memcmp(name, PREFIX, strlen(PREFIX)) == 0;
}

static int take_decimal(const char **at, const char *end, char terminator, uint64_t *value) {
    *value = 0;
    while (*at < end && **at >= '0' && **at <= '9')
        *value = *value * 10 + (uint64_t)(*(*at)++ - '0');
    return *at < end && *(*at)++ == terminator;
}

/* The place that a name ends with. 0 if it has none that a native run knows. */
static int parse(struct filling *filling, const unsigned char *name, uint32_t length) {
    const char *end = (const char *)name + length;
    const char *start = end;
    while (start > (const char *)name && start[-1] != '(')
        start--;
    const char *slash = end;
    while (slash > start && *slash != '/')
        slash--;
    if (slash == end || *slash != '/')
        return 0;
    filling->function = start;
    filling->function_length = (uint32_t)(slash - start);
    uint64_t site, count;
    const char *at = slash + 1;
    if (!take_decimal(&at, end, '+', &site) || !take_decimal(&at, end, '#', &filling->offset) ||
        !take_decimal(&at, end, ')', &count))
        return 0;
    filling->site = (uint32_t)site;
    filling->count = (uint32_t)count;
    return 1;
}

static int is_same_site(const struct filling *a, const char *function, size_t length,
                        uint32_t site) {
    return a->site == site && a->function_length == length &&
           memcmp(a->function, function, length) == 0;
}

void dunlin_reserve_fillings(uint32_t most) {
    size_t bytes = (size_t)most * sizeof *fillings;
    void *mapped =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (most > 0 && mapped != MAP_FAILED)
        fillings = mapped;
}

void dunlin_add_filling(const unsigned char *name, uint32_t length, const unsigned char *bytes,
                        uint32_t size) {
    if (fillings == NULL)
        return;
    struct filling *filling = &fillings[filling_count];
    if (!parse(filling, name, length))
        return;
    filling->bytes = bytes;
    filling->size = size;
    uint32_t first = 0;
    while (!is_same_site(&fillings[first], filling->function, filling->function_length,
                         filling->site))
        first++;
    filling->first = first;
    filling_count++;
}

/* Fills bytes from `from` up to `size` of memory that this execution of a site has made. */
static void fill(unsigned char *to, uint64_t from, uint64_t size, const char *function,
                 uint32_t site) {
    if (fill_with_zero && from < size)
        memset(to + from, 0, size - from);
    size_t length = strlen(function);
    uint32_t first = 0;
    while (first < filling_count &&
           !(fillings[first].first == first && is_same_site(&fillings[first], function, length, site)))
        first++;
    if (first == filling_count)
        return;
    uint32_t count = fillings[first].executed++;
    for (uint32_t i = first; i < filling_count; i++) {
        const struct filling *filling = &fillings[i];
        if (filling->first != first || filling->count != count)
            continue;
        for (uint32_t at = 0; at < filling->size; at++)
            if (filling->offset + at >= from && filling->offset + at < size)
                to[filling->offset + at] = filling->bytes[at];
    }
}

void __dunlin_replay_local(void *to, uint64_t size, const char *function, uint32_t site) {
    if (filling_count > 0 || fill_with_zero)
        fill(to, 0, size, function, site);
}

static void *filled_block(void *block, uint64_t from, uint64_t size) {
    if (block != NULL && (filling_count > 0 || fill_with_zero))
        fill(block, from, size, "", 0);
    return block;
}

extern int __sanitizer_get_ownership(const volatile void *) __attribute__((weak));
extern size_t __sanitizer_get_allocated_size(const volatile void *) __attribute__((weak));

void *__dunlin_replay_malloc(size_t size) {
    return dunlin_allocation_fails() ? NULL : filled_block(malloc(size), 0, size);
}

void *__dunlin_replay_calloc(size_t count, size_t size) {
    return dunlin_allocation_fails() ? NULL : calloc(count, size);
}

void *__dunlin_replay_aligned_alloc(size_t alignment, size_t size) {
    int possible = alignment != 0 && (alignment & (alignment - 1)) == 0;
    if (possible && dunlin_allocation_fails())
        return NULL;
    return filled_block(aligned_alloc(alignment, size), 0, size);
}

void *__dunlin_replay_realloc(void *old, size_t size) {
    if (size > 0 && dunlin_allocation_fails())
        return NULL;
    size_t kept = 0;
    if (old != NULL && __sanitizer_get_ownership != NULL && __sanitizer_get_ownership(old))
        kept = __sanitizer_get_allocated_size(old);
    return filled_block(realloc(old, size), kept, size);
}
