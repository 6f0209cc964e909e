/* klee/klee.h: the functions that programs written for KLEE call, as Dunlin understands them.
 *
 * Names and types are KLEE's, so that its harnesses compile unchanged; `dunlin run` finds this
 * header when no other klee/klee.h is on the search path. New programs use dunlin.h. */
#ifndef DUNLIN_KLEE_KLEE_H
#define DUNLIN_KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs */

/* The `nbytes` bytes at `addr` become an input called `name`. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A new input with begin <= value < end. */
int klee_range(int begin, int end, const char *name);

/* A new input that can be any int. */
int klee_int(const char *name);

/* A new input below `n`. */
uintptr_t klee_choose(uintptr_t n);

/* Conditions */

/* Drops inputs for which `condition` is zero. */
void klee_assume(uintptr_t condition);

/* Tests should satisfy `condition` where the path allows it. */
void klee_prefer_cex(void *object, uintptr_t condition);

/* The same, asked for by a model of the environment. */
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* The ends of a path */

/* Ends the path without an error and without a test. */
__attribute__((__noreturn__)) void klee_silent_exit(int status);

/* Ends the path with an error, as abort() does. */
__attribute__((__noreturn__)) void klee_abort(void);

/* Ends the path with an assertion that has failed. */
__attribute__((__noreturn__)) void klee_assert_fail(const char *expression, const char *file,
    unsigned line, const char *function);

/* Ends the path with an error at this place; `suffix` says of what kind it is. */
__attribute__((__noreturn__)) void klee_report_error(const char *file, int line,
    const char *message, const char *suffix);

/* Questions about values and objects */

/* 1 if the value depends on an input on this path, else 0. */
unsigned klee_is_symbolic(uintptr_t n);

/* 1 while a test runs natively, 0 during exploration. */
unsigned klee_is_replay(void);

/* The size of the object that starts at `ptr`. */
size_t klee_get_obj_size(void *ptr);

/* One value that the expression can have on this path. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* errno of this path. */
int klee_get_errno(void);

/* An error unless all `size` bytes at `address` can be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* Messages */

void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* How a value follows from the inputs, after `msg`. */
void klee_print_expr(const char *msg, ...);

/* The values that `arg` can have, after `name`. */
void klee_print_range(const char *name, int arg);

/* The active calls. */
void klee_stack_trace(void);

/* Control of the exploration */

/* Objects marked so keep their contents for all paths to see. */
void klee_mark_global(void *object);

/* Without forking, a branch follows only one side. */
void klee_set_forking(unsigned enable);

/* Paths that fork between these two continue as one. */
void klee_open_merge(void);
void klee_close_merge(void);

/* `nbytes` bytes at the fixed address `addr` are an object. */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* The C library's own function behind `assert`, under a name of ours: <assert.h> declares it only
 * without NDEBUG, and not everywhere in the same way. */
__attribute__((__noreturn__)) void dunlin_klee_assertion_failed(const char *expression,
    const char *file, unsigned line, const char *function) __asm__("__assert_fail");

/* An error if `expr` can be zero; NDEBUG does not switch it off. */
#define klee_assert(expr) \
    ((expr) ? (void)0 : dunlin_klee_assertion_failed(#expr, __FILE__, __LINE__, __func__))

#ifdef __cplusplus
}
#endif

#endif
