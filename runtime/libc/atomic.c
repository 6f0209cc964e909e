/* What clang calls for atomic objects that no instruction covers (structures of odd or large sizes).
 *
 * Analysed programs have one thread, so that every access is atomic. clang knows the functions as
 * built-ins of other types; assembler names give them theirs here. */
#include "dunlin_libc.h"

void atomic_load_any(size_t size, const void *object, void *result, int order)
    __asm__("__atomic_load");
void atomic_store_any(size_t size, void *object, const void *value, int order)
    __asm__("__atomic_store");
void atomic_exchange_any(size_t size, void *object, const void *value, void *result, int order)
    __asm__("__atomic_exchange");
_Bool atomic_compare_exchange_any(size_t size, void *object, void *expected, const void *desired,
                                  int success, int failure)
    __asm__("__atomic_compare_exchange");
_Bool atomic_is_lock_free_any(size_t size, const void *object) __asm__("__atomic_is_lock_free");

void atomic_load_any(size_t size, const void *object, void *result, int order) {
    (void)order;
    memcpy(result, object, size);
}

void atomic_store_any(size_t size, void *object, const void *value, int order) {
    (void)order;
    memcpy(object, value, size);
}

/* `value` and `result` may be the same. */
void atomic_exchange_any(size_t size, void *object, const void *value, void *result, int order) {
    (void)order;
    unsigned char *place = object, *old = result;
    const unsigned char *new = value;
    for (size_t i = 0; i < size; i++) {
        unsigned char byte = place[i];
        place[i] = new[i];
        old[i] = byte;
    }
}

_Bool atomic_compare_exchange_any(size_t size, void *object, void *expected, const void *desired,
                                  int success, int failure) {
    (void)success, (void)failure;
    const unsigned char *place = object, *wanted = expected;
    for (size_t i = 0; i < size; i++)
        if (place[i] != wanted[i]) {
            memcpy(expected, object, size);
            return 0;
        }
    memcpy(object, desired, size);
    return 1;
}

/* Up to a word, as libatomic answers on a processor without larger atomic accesses. */
_Bool atomic_is_lock_free_any(size_t size, const void *object) {
    return (size == 1 || size == 2 || size == 4 || size == 8) && (uintptr_t)object % size == 0;
}
