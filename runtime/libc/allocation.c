/* stdlib.h and malloc.h: allocation functions that are variations of the engine's own. */
#include "dunlin_libc.h"

#define PAGE_SIZE 4096

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment % sizeof(void *) != 0 || alignment == 0 || (alignment & (alignment - 1)) != 0)
        return EINVAL;
    void *memory = aligned_alloc(alignment, size);
    if (memory == NULL)
        return ENOMEM;
    *result = memory;
    return 0;
}

void *memalign(size_t alignment, size_t size) {
    return aligned_alloc(alignment, size);
}

void *valloc(size_t size) {
    return aligned_alloc(PAGE_SIZE, size);
}

void *reallocarray(void *old, size_t count, size_t size) {
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes)) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(old, bytes);
}
