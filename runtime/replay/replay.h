/* The replay library: what a program that Dunlin has instrumented calls when it runs natively.
 *
 * It gives the program the inputs of a .ktest file and tells the process that started it what
 * happened, through a shared mapping: that survives whatever ends the program. They are named by
 * environment variables, which the program does not get to see:
 *
 *   DUNLIN_REPLAY_TEST   the path of the .ktest file
 *   DUNLIN_REPLAY_TRACE  the number of an open file that is mapped as `struct account` followed by
 *                        records; its size limits their number
 *   DUNLIN_REPLAY_MEMORY "zero" if memory that the program does not write is zero; may be missing
 *   DUNLIN_REPLAY_STOP   the number of the target that ends the program; may be missing
 *   DUNLIN_REPLAY_REPORT the number of an open file for what sanitizers report; may be missing
 *
 * The library is not instrumented itself, allocates nothing that the program could see, and calls
 * nothing back. */
#ifndef DUNLIN_REPLAY_H
#define DUNLIN_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#define ACCOUNT_MAGIC UINT64_C(0x3150525f4e4c4e44)
#define TEXT_BYTES 1024
#define PROBE_CAPACITY 128

/* Why the library has ended the program, or what it has seen just before the end. */
enum status {
    RUNNING = 0,
    ASSERTION_FAILED = 1,
    ABORTED = 2,
    REACH_ERROR = 3,
    ASSUME_VIOLATED = 4,
    DIVERGENCE = 5,
    SILENT_EXIT = 6,
    REPORTED_ERROR = 7,
    REACHED_UNREACHABLE = 8,
    UNDEFINED_FUNCTION = 9,
    NO_INPUT = 10,
    TARGET_PASSED = 11,
};

/* Added to a status, the exit code of a program that the library ends. */
#define EXIT_CODE_BASE 224

enum probe_kind {
    OUT_OF_BOUNDS_READ = 1,
    OUT_OF_BOUNDS_WRITE = 2,
    NULL_DEREFERENCE = 3,
    USE_AFTER_FREE = 4,
    DIVISION_BY_ZERO = 5,
    OVER_WIDE_SHIFT = 6,
    SIGNED_OVERFLOW = 7,
    UNREACHABLE_CODE = 8,
    UNDEFINED_BEHAVIOUR = 9,
};

/* A condition that was violated. Of an access: the offset in its object, its size, the size of the
 * object; of an operation: its operands and its width. */
struct probe {
    uint32_t kind;
    uint32_t unused;
    int64_t a, b, c;
};

/* One conditional transfer. */
struct record {
    uint32_t number;
    uint32_t outcome;
};

/* The start of the shared mapping; crates/replay/src/account.rs reads it. */
struct account {
    uint64_t magic;
    /* Transfers that have happened; those that did not fit are counted as well. */
    _Alignas(8) uint64_t records;
    uint32_t status;
    /* Violated probes, also those that did not fit. */
    uint32_t violated;
    /* Probes that were executed. */
    _Alignas(8) uint64_t probed;
    /* How many targets there are; whoever reads the account has written it. */
    _Alignas(8) uint64_t target_count;
    char text[TEXT_BYTES];
    struct probe probes[PROBE_CAPACITY];
    /* How often each target was passed. The records follow. */
    _Alignas(8) uint64_t targets[];
};

_Static_assert(sizeof(struct account) == 5160, "crates/replay/src/account.rs knows the layout");

/* Notes the first status and its text, which is given in up to three parts. */
void dunlin_note(enum status status, const char *first, const char *second, const char *third);

/* Notes a status, says so on standard error and ends the program. */
_Noreturn void dunlin_stop(enum status status, const char *first, const char *second,
                           const char *third);

void dunlin_note_probe(enum probe_kind kind, int64_t a, int64_t b, int64_t c);

/* Fills `size` bytes with the next object of the test. */
void dunlin_next_object(void *to, size_t size, const char *name);

/* The next object of the test as a number, whatever its size up to 8 bytes. */
int64_t dunlin_next_number(const char *name);

/* Whether the next object of the test has this name. */
int dunlin_next_is_named(const char *name);

/* Whether the test lets this allocation of the program fail. */
int dunlin_allocation_fails(void);

/* Whether an object of the test, by its name, is for memory that the program does not write. */
int dunlin_is_unwritten(const unsigned char *name, uint32_t length);

/* There will be at most so many of them. */
void dunlin_reserve_fillings(uint32_t most);

void dunlin_add_filling(const unsigned char *name, uint32_t length, const unsigned char *bytes,
                        uint32_t size);

/* Memory that the program does not write is zero. */
void dunlin_fill_with_zero(void);

/* The object that an address points into, or just behind. 0 if it is not known. */
int dunlin_locate(const void *address, uintptr_t *begin, size_t *size);

#endif
