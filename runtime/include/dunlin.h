/* dunlin.h: what a program can ask of Dunlin.
 *
 * `dunlin run` finds this header by itself. The functions are carried out by the engine, and by the
 * replay library when a test runs natively; they have no other definition. */
#ifndef DUNLIN_H
#define DUNLIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `size` bytes at `address` an input of that name: from here on they can have any value. They
 * must be a whole object, or the start of one. */
void dunlin_symbolic(void *address, size_t size, const char *name);

/* A new input that can be any int. */
int dunlin_int(const char *name);

/* A new input with low <= value < high. */
int dunlin_range(int low, int high, const char *name);

/* A new input below `count`. */
size_t dunlin_choose(size_t count);

/* Only inputs for which `condition` is not zero are of interest from here on. A path on which it
 * cannot hold ends quietly. */
void dunlin_assume(uintptr_t condition);

/* Ends the path with an error that says `message`. */
__attribute__((__noreturn__)) void dunlin_report_error(const char *message);

/* 1 if the value depends on an input on this path, else 0. */
int dunlin_is_symbolic(uintptr_t value);

/* Prints how the value follows from the inputs, after `message`, to standard error. */
void dunlin_print_term(const char *message, uintptr_t value);

/* The C library's own function behind `assert`, under a name of ours: <assert.h> declares it only
 * without NDEBUG, and not everywhere in the same way. */
__attribute__((__noreturn__)) void dunlin_assertion_failed(const char *expression,
    const char *file, unsigned line, const char *function) __asm__("__assert_fail");

/* An error if `condition` can be zero; NDEBUG does not switch it off. */
#define dunlin_assert(condition) \
    ((condition) ? (void)0 : dunlin_assertion_failed(#condition, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
