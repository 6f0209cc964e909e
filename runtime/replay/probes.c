/* Probes: the condition that an error violates, checked on the operands themselves.
 *
 * Where an access lands says nothing about an access far outside of its object. The pointer that
 * the address was computed from does: it names the object, whose bounds the instrumented program
 * or the sanitizer's runtime knows. What is not known is not claimed. */
#include "replay.h"

#include <string.h>

extern const char *__asan_locate_address(void *address, char *name, size_t name_size, void **region,
                                         size_t *region_size) __attribute__((weak));
extern size_t __asan_get_free_stack(void *address, void **trace, size_t size, int *thread)
    __attribute__((weak));

void dunlin_note_probed(void);

/* Addresses below are never those of an object. */
#define LOWEST_ADDRESS 4096

int dunlin_locate(const void *address, uintptr_t *begin, size_t *size) {
    if (__asan_locate_address == NULL)
        return 0;
    char name[8];
    void *region = NULL;
    size_t region_size = 0;
    const char *kind =
        __asan_locate_address((void *)address, name, sizeof name, &region, &region_size);
    if (strcmp(kind, "heap") != 0 && strcmp(kind, "stack") != 0 && strcmp(kind, "global") != 0)
        return 0;
    *begin = (uintptr_t)region;
    *size = region_size;
    /* The sanitizer names the nearest object, also for an address that is in none. */
    uintptr_t offset = (uintptr_t)address - *begin;
    return region_size > 0 && offset <= region_size;
}

static int is_freed(void *address) {
    void *trace[1];
    int thread;
    return __asan_get_free_stack != NULL && __asan_get_free_stack(address, trace, 1, &thread) > 0;
}

/* Pointers that point outside of their object, by their value. Old ones give way to new ones. */
static struct stray {
    uintptr_t pointer, begin;
    size_t size;
} strays[4096];

static struct stray *stray_of(uintptr_t pointer) {
    uint64_t mixed = (uint64_t)pointer * UINT64_C(0x9e3779b97f4a7c15);
    return &strays[mixed >> 52];
}

/* The object that a pointer belongs to, wherever it points. 0 if it is not known. */
static int object_of(void *base, uint64_t static_size, uintptr_t *begin, size_t *size) {
    if (static_size != 0) {
        *begin = (uintptr_t)base;
        *size = (size_t)static_size;
        return 1;
    }
    struct stray *stray = stray_of((uintptr_t)base);
    if (stray->pointer == (uintptr_t)base && stray->size > 0) {
        *begin = stray->begin;
        *size = stray->size;
        return 1;
    }
    return dunlin_locate(base, begin, size);
}

void __dunlin_replay_derive(void *base, void *result, uint64_t static_size) {
    uintptr_t begin, pointer = (uintptr_t)result;
    size_t size;
    if (base == result)
        return;
    struct stray *stray = stray_of(pointer);
    int known = object_of(base, static_size, &begin, &size);
    if (known && (pointer < begin || pointer - begin > size))
        *stray = (struct stray){pointer, begin, size};
    else if (stray->pointer == pointer)
        stray->size = 0;
}

void __dunlin_replay_access(void *base, void *address, uint64_t size, uint64_t object_size,
                            uint32_t writes) {
    dunlin_note_probed();
    if (size == 0)
        return;
    if ((uintptr_t)base < LOWEST_ADDRESS) {
        dunlin_note_probe(NULL_DEREFERENCE, (int64_t)(uintptr_t)address, (int64_t)size, 0);
        return;
    }
    uintptr_t begin;
    size_t known_size;
    if (!object_of(base, object_size, &begin, &known_size))
        return;
    int64_t offset = (int64_t)((intptr_t)((uintptr_t)address - begin));
    if (object_size == 0 && is_freed((void *)begin))
        dunlin_note_probe(USE_AFTER_FREE, offset, (int64_t)size, (int64_t)known_size);
    else if (offset < 0 || (uint64_t)offset > known_size || known_size - (uint64_t)offset < size)
        dunlin_note_probe(writes ? OUT_OF_BOUNDS_WRITE : OUT_OF_BOUNDS_READ, offset, (int64_t)size,
                          (int64_t)known_size);
}

void __dunlin_replay_divide(int64_t dividend, int64_t divisor, uint32_t width, uint32_t is_signed) {
    dunlin_note_probed();
    int64_t least = (int64_t)(UINT64_C(-1) << (width - 1));
    if (divisor == 0 || (is_signed && divisor == -1 && dividend == least))
        dunlin_note_probe(DIVISION_BY_ZERO, dividend, divisor, width);
}

void __dunlin_replay_shift(uint64_t amount, uint32_t width) {
    dunlin_note_probed();
    if (amount >= width)
        dunlin_note_probe(OVER_WIDE_SHIFT, (int64_t)amount, 0, width);
}

void __dunlin_replay_overflow(uint32_t operation, int64_t a, int64_t b, uint32_t width) {
    dunlin_note_probed();
    int64_t result;
    int overflow;
    switch (operation) {
    case 0: overflow = __builtin_add_overflow(a, b, &result); break;
    case 1: overflow = __builtin_sub_overflow(a, b, &result); break;
    default: overflow = __builtin_mul_overflow(a, b, &result); break;
    }
    unsigned spare = 64 - width;
    if (overflow || (int64_t)((uint64_t)result << spare) >> spare != result)
        dunlin_note_probe(SIGNED_OVERFLOW, a, b, width);
}
