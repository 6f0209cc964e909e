/* The account of a run: conditional transfers, how it ended, violated probes, passed targets.
 *
 * Everything goes to a shared mapping at once, with atomic operations and without locks: a signal
 * handler or a thread of the program may come in between anywhere. */
#define _GNU_SOURCE
#include "replay.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static struct account *account;
static struct record *records;
static uint64_t capacity;
static uint64_t target_count;
/* No target has this number. */
static uint32_t stop_at = UINT32_MAX;

/* A child of the program is not part of the path. */
static void forget_account(void) {
    account = NULL;
    capacity = 0;
}

static void attach(const char *descriptor) {
    int fd = atoi(descriptor);
    struct stat stat;
    if (fstat(fd, &stat) != 0 || (uint64_t)stat.st_size < sizeof *account)
        return;
    void *mapped =
        mmap(NULL, (size_t)stat.st_size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, fd, 0);
    if (mapped == MAP_FAILED)
        return;
    account = mapped;
    target_count = account->target_count;
    records = (struct record *)&account->targets[target_count];
    capacity = ((uint64_t)stat.st_size - (uint64_t)((char *)records - (char *)mapped)) / sizeof *records;
    account->magic = ACCOUNT_MAGIC;
    pthread_atfork(NULL, NULL, forget_account);
    close(fd);
}

void dunlin_open_test(const char *path);

/* Of the sanitizers' runtime: where reports go. */
__attribute__((weak)) void __sanitizer_set_report_fd(void *descriptor);

/* What the C library allocates for itself is not the program's, which could not free it. */
static void keep_buffers_off_the_heap(void) {
    static char input[BUFSIZ], output[BUFSIZ];
    setvbuf(stdin, input, _IOFBF, sizeof input);
    setvbuf(stdout, output, _IOFBF, sizeof output);
}

/* Before the constructors of the program, which may branch and ask for inputs already. */
__attribute__((constructor(101))) static void start(void) {
    const char *descriptor = getenv("DUNLIN_REPLAY_TRACE");
    if (descriptor != NULL)
        attach(descriptor);
    const char *report = getenv("DUNLIN_REPLAY_REPORT");
    if (report != NULL && __sanitizer_set_report_fd != NULL)
        __sanitizer_set_report_fd((void *)(intptr_t)atoi(report));
    const char *test = getenv("DUNLIN_REPLAY_TEST");
    if (test != NULL)
        dunlin_open_test(test);
    const char *memory = getenv("DUNLIN_REPLAY_MEMORY");
    if (memory != NULL && strcmp(memory, "zero") == 0)
        dunlin_fill_with_zero();
    const char *target = getenv("DUNLIN_REPLAY_STOP");
    if (target != NULL)
        stop_at = (uint32_t)atoi(target);
    /* The environment is input too: what only serves the replay is not part of it. */
    unsetenv("DUNLIN_REPLAY_TRACE");
    unsetenv("DUNLIN_REPLAY_REPORT");
    unsetenv("DUNLIN_REPLAY_TEST");
    unsetenv("DUNLIN_REPLAY_STOP");
    unsetenv("DUNLIN_REPLAY_MEMORY");
    if (getenv("LSAN_OPTIONS") != NULL)
        keep_buffers_off_the_heap();
    unsetenv("ASAN_OPTIONS");
    unsetenv("LSAN_OPTIONS");
    unsetenv("UBSAN_OPTIONS");
    errno = 0;
}

void __dunlin_replay_branch(uint32_t number, uint32_t outcome) {
    if (account == NULL)
        return;
    uint64_t at = __atomic_fetch_add(&account->records, 1, __ATOMIC_RELAXED);
    if (at < capacity)
        records[at] = (struct record){number, outcome};
}

void __dunlin_replay_target(uint32_t number) {
    if (account == NULL || number >= target_count)
        return;
    __atomic_fetch_add(&account->targets[number], 1, __ATOMIC_RELAXED);
    if (number == stop_at) {
        dunlin_note(TARGET_PASSED, "", "", "");
        /* At once: handlers and buffers of the program could take forever. */
        _exit(EXIT_CODE_BASE + TARGET_PASSED);
    }
}

void dunlin_note_probe(enum probe_kind kind, int64_t a, int64_t b, int64_t c) {
    if (account == NULL)
        return;
    uint32_t at = __atomic_fetch_add(&account->violated, 1, __ATOMIC_RELAXED);
    if (at < PROBE_CAPACITY)
        account->probes[at] = (struct probe){kind, 0, a, b, c};
}

void dunlin_note_probed(void) {
    if (account != NULL)
        __atomic_fetch_add(&account->probed, 1, __ATOMIC_RELAXED);
}

static void append(char *text, const char *part) {
    size_t used = strlen(text);
    size_t length = strlen(part);
    if (length > TEXT_BYTES - 1 - used)
        length = TEXT_BYTES - 1 - used;
    memcpy(text + used, part, length);
    text[used + length] = '\0';
}

void dunlin_note(enum status status, const char *first, const char *second, const char *third) {
    uint32_t running = RUNNING;
    if (account == NULL || !__atomic_compare_exchange_n(&account->status, &running, status, 0,
                                                        __ATOMIC_RELAXED, __ATOMIC_RELAXED))
        return;
    append(account->text, first);
    append(account->text, second);
    append(account->text, third);
}

_Noreturn void dunlin_stop(enum status status, const char *first, const char *second,
                           const char *third) {
    static const char *const names[] = {
        "",           "assertion failed", "aborted", "error reached", "assumption violated",
        "divergence", "silent exit",      "error",
        "reached code that must not be reached", "a function without a definition was called",
        "the test has no further object", "target passed"};
    dunlin_note(status, first, second, third);
    fflush(NULL);
    char text[TEXT_BYTES] = "dunlin replay: ";
    append(text, names[status]);
    append(text, *first != '\0' ? ": " : "");
    append(text, first);
    append(text, second);
    append(text, third);
    append(text, "\n");
    if (write(2, text, strlen(text)) < 0) {
        /* Nobody listens; the account has it. */
    }
    _exit(EXIT_CODE_BASE + status);
}

/* Ends the program by SIGABRT, whatever it has done to that signal. */
static _Noreturn void die(void) {
    signal(SIGABRT, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGABRT);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(SIGABRT);
    _exit(EXIT_CODE_BASE + ABORTED);
}

/* In place of the C library's, to tell the ways apart that lead to SIGABRT. */
_Noreturn void abort(void) {
    dunlin_note(ABORTED, "", "", "");
    raise(SIGABRT);
    die();
}

_Noreturn void __assert_fail(const char *expression, const char *file, unsigned line,
                             const char *function) {
    char place[64];
    snprintf(place, sizeof place, ":%u: ", line);
    dunlin_note(ASSERTION_FAILED, file, place, expression);
    fflush(stdout);
    fprintf(stderr, "%s%s%s: Assertion `%s' failed.\n", file, place,
            function == NULL ? "?" : function, expression);
    die();
}

_Noreturn void __assert_perror_fail(int number, const char *file, unsigned line,
                                    const char *function) {
    __assert_fail(strerror(number), file, line, function);
}

_Noreturn void __assert(const char *expression, const char *file, int line) {
    __assert_fail(expression, file, (unsigned)line, NULL);
}

_Noreturn void __dunlin_replay_reach_error(void) { dunlin_stop(REACH_ERROR, "", "", ""); }

_Noreturn void __dunlin_replay_unreachable(void) { dunlin_stop(REACHED_UNREACHABLE, "", "", ""); }

/* What takes the place of functions that neither the program nor the C library defines. */
_Noreturn void __dunlin_replay_undefined(const char *name) {
    dunlin_stop(UNDEFINED_FUNCTION, name, "", "");
}

/* What lies below the frame of the caller is dead, but the leak checker would find old pointers there,
 * in gaps of the frames that come later. */
static __attribute__((noinline)) void clear_dead_frames(void) {
    volatile char dead[64 << 10];
    for (size_t i = 0; i < sizeof dead; i++)
        dead[i] = 0;
}

int __real_main(int argc, char **argv, char **environment);

/* The linker has the C library start here instead of in the program's own main. */
int __wrap_main(int argc, char **argv, char **environment) {
    int status = __real_main(argc, argv, environment);
    clear_dead_frames();
    return status;
}
