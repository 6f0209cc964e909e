/* The handlers of UndefinedBehaviorSanitizer that its own runtime does not bring along: those of the
 * minimal runtime, and what a trap of the sanitizer is preceded by. Which check has failed is noted as
 * the error that it is. */
#include "replay.h"

#include <stdlib.h>

static void note(enum probe_kind kind) { dunlin_note_probe(kind, 0, 0, 0); }

/* Name, number of clang's check, kind of error. */
#define CHECKS(check)                                        \
    check(add_overflow, 0, SIGNED_OVERFLOW)                  \
    check(builtin_unreachable, 1, UNREACHABLE_CODE)          \
    check(cfi_check_fail, 2, UNDEFINED_BEHAVIOUR)            \
    check(divrem_overflow, 3, DIVISION_BY_ZERO)              \
    check(dynamic_type_cache_miss, 4, UNDEFINED_BEHAVIOUR)   \
    check(float_cast_overflow, 5, SIGNED_OVERFLOW)           \
    check(function_type_mismatch, 6, UNDEFINED_BEHAVIOUR)    \
    check(implicit_conversion, 7, UNDEFINED_BEHAVIOUR)       \
    check(invalid_builtin, 8, UNDEFINED_BEHAVIOUR)           \
    check(invalid_objc_cast, 9, UNDEFINED_BEHAVIOUR)         \
    check(load_invalid_value, 10, UNDEFINED_BEHAVIOUR)       \
    check(missing_return, 11, UNREACHABLE_CODE)              \
    check(mul_overflow, 12, SIGNED_OVERFLOW)                 \
    check(negate_overflow, 13, SIGNED_OVERFLOW)              \
    check(nullability_arg, 14, UNDEFINED_BEHAVIOUR)          \
    check(nullability_return, 15, UNDEFINED_BEHAVIOUR)       \
    check(nonnull_arg, 16, UNDEFINED_BEHAVIOUR)              \
    check(nonnull_return, 17, UNDEFINED_BEHAVIOUR)           \
    check(out_of_bounds, 18, OUT_OF_BOUNDS_READ)             \
    check(pointer_overflow, 19, UNDEFINED_BEHAVIOUR)         \
    check(shift_out_of_bounds, 20, OVER_WIDE_SHIFT)          \
    check(sub_overflow, 21, SIGNED_OVERFLOW)                 \
    check(type_mismatch, 22, UNDEFINED_BEHAVIOUR)            \
    check(alignment_assumption, 23, UNDEFINED_BEHAVIOUR)     \
    check(vla_bound_not_positive, 24, UNDEFINED_BEHAVIOUR)

#define HANDLERS(name, number, kind)                                     \
    void __ubsan_handle_##name##_minimal(void) { note(kind); }           \
    _Noreturn void __ubsan_handle_##name##_minimal_abort(void) {         \
        note(kind);                                                      \
        abort();                                                         \
    }
CHECKS(HANDLERS)

void __dunlin_replay_trap(uint32_t number) {
    switch (number) {
#define CASE(name, its_number, kind) \
    case its_number: note(kind); break;
        CHECKS(CASE)
    default: note(UNDEFINED_BEHAVIOUR);
    }
}
