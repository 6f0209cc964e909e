/* The intrinsics of klee/klee.h and dunlin.h in a native run: inputs come from the test, questions
 * about symbolic values have the answers of a concrete one. */
#define _GNU_SOURCE
#include "replay.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

void klee_make_symbolic(void *to, size_t size, const char *name) {
    /* Memory that cannot be written is an error before any input is taken: this shows it. */
    memset(to, 0, size);
    dunlin_next_object(to, size, name == NULL ? "unnamed" : name);
}

void dunlin_symbolic(void *to, size_t size, const char *name) {
    klee_make_symbolic(to, size, name);
}

int klee_int(const char *name) {
    int value;
    dunlin_next_object(&value, sizeof value, name == NULL ? "unnamed" : name);
    return value;
}

int dunlin_int(const char *name) { return klee_int(name); }

int klee_range(int begin, int end, const char *name) {
    /* KLEE has no object for a range of one number. */
    if ((int64_t)begin + 1 == end && !dunlin_next_is_named(name))
        return begin;
    int value = klee_int(name);
    if (value < begin || value >= end)
        dunlin_stop(DIVERGENCE, "the test is outside of the range of ", name, "");
    return value;
}

/* Whatever width the bounds have, the test lies inside: the engine has seen to it. */
int64_t dunlin_range(int64_t begin, int64_t end, const char *name) {
    (void)begin, (void)end, (void)name;
    return dunlin_next_number("a number of a range");
}

uintptr_t klee_choose(uintptr_t count) {
    (void)count;
    return (uintptr_t)dunlin_next_number("klee_choose");
}

uintptr_t dunlin_choose(uintptr_t count) {
    (void)count;
    return (uintptr_t)dunlin_next_number("dunlin_choose");
}

void klee_assume(uintptr_t condition) {
    if (condition == 0)
        dunlin_stop(ASSUME_VIOLATED, "", "", "");
}

void dunlin_assume(uintptr_t condition) { klee_assume(condition); }

unsigned klee_is_symbolic(uintptr_t value) {
    (void)value;
    return 0;
}

unsigned klee_is_replay(void) { return 1; }

_Noreturn void klee_silent_exit(int status) {
    dunlin_note(SILENT_EXIT, "", "", "");
    fflush(NULL);
    _exit(status);
}

_Noreturn void klee_abort(void) { abort(); }

_Noreturn void klee_assert_fail(const char *expression, const char *file, unsigned line,
                                const char *function) {
    __assert_fail(expression, file, line, function);
}

_Noreturn void klee_report_error(const char *file, int line, const char *message,
                                 const char *suffix) {
    (void)suffix;
    char place[40];
    snprintf(place, sizeof place, ":%d: ", line);
    dunlin_stop(REPORTED_ERROR, file, place, message);
}

_Noreturn void dunlin_report_error(const char *message) {
    dunlin_stop(REPORTED_ERROR, message, "", "");
}

void klee_warning(const char *message) { fprintf(stderr, "warning: %s\n", message); }

void klee_warning_once(const char *message) { klee_warning(message); }

void klee_print_expr(const char *message, ...) { (void)message; }

void klee_print_range(const char *name, int value) { (void)name, (void)value; }

float klee_get_valuef(float value) { return value; }
double klee_get_valued(double value) { return value; }
long klee_get_valuel(long value) { return value; }
long long klee_get_valuell(long long value) { return value; }
int32_t klee_get_value_i32(int32_t value) { return value; }
int64_t klee_get_value_i64(int64_t value) { return value; }

size_t klee_get_obj_size(void *address) {
    uintptr_t begin;
    size_t size;
    return dunlin_locate(address, &begin, &size) ? size : 0;
}

void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }

void klee_mark_global(void *object) { (void)object; }

int klee_get_errno(void) { return errno; }

/* Reads one byte at each end: if the memory is not accessible, the sanitizer or the machine says
 * so. */
void klee_check_memory_access(const void *address, size_t size) {
    if (size == 0)
        return;
    extern void *__asan_region_is_poisoned(void *, size_t) __attribute__((weak));
    extern void __asan_report_load_n(void *, size_t) __attribute__((weak));
    if (__asan_region_is_poisoned != NULL && __asan_report_load_n != NULL &&
        __asan_region_is_poisoned((void *)address, size) != NULL)
        __asan_report_load_n((void *)address, size);
    const volatile char *bytes = address;
    (void)bytes[0];
    (void)bytes[size - 1];
}

void klee_set_forking(unsigned enable) { (void)enable; }

void klee_stack_trace(void) {}

void klee_open_merge(void) {}

void klee_close_merge(void) {}

void klee_define_fixed_object(void *address, size_t size) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = (uintptr_t)address & ~(page - 1);
    uintptr_t end = ((uintptr_t)address + size + page - 1) & ~(page - 1);
    void *mapped = mmap((void *)begin, end - begin, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (mapped != (void *)begin)
        dunlin_stop(DIVERGENCE, "a fixed object cannot be placed at its address", "", "");
}
