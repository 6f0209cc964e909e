/* stdlib.h and assert.h: the ends of a program. */
#include "dunlin_libc.h"

enum handler_kind { PLAIN, WITH_ARGUMENT, WITH_STATUS };

struct handler {
    enum handler_kind kind;
    union {
        void (*plain)(void);
        void (*with_argument)(void *);
        void (*with_status)(int, void *);
    } function;
    void *argument;
};

struct handler_list {
    struct handler *handlers;
    size_t count, capacity;
    struct handler first[32];
};

static struct handler_list at_exit, at_quick;

static int add(struct handler_list *list, struct handler handler) {
    if (list->handlers == NULL) {
        list->handlers = list->first;
        list->capacity = sizeof list->first / sizeof *list->first;
    }
    if (list->count == list->capacity) {
        struct handler *larger = malloc(2 * list->capacity * sizeof *larger);
        if (larger == NULL)
            return -1;
        memcpy(larger, list->handlers, list->count * sizeof *larger);
        if (list->handlers != list->first)
            free(list->handlers);
        list->handlers = larger;
        list->capacity *= 2;
    }
    list->handlers[list->count++] = handler;
    return 0;
}

/* Last registered first. A handler leaves the list before it runs, so one that registers others
 * or calls exit itself continues with the rest. */
static void run(struct handler_list *list, int status) {
    while (list->count > 0) {
        struct handler handler = list->handlers[--list->count];
        switch (handler.kind) {
        case PLAIN:
            handler.function.plain();
            break;
        case WITH_ARGUMENT:
            handler.function.with_argument(handler.argument);
            break;
        case WITH_STATUS:
            handler.function.with_status(status, handler.argument);
            break;
        }
    }
}

int atexit(void (*function)(void)) {
    return add(&at_exit, (struct handler){.kind = PLAIN, .function.plain = function});
}

int __cxa_atexit(void (*function)(void *), void *argument, void *shared_object) {
    (void)shared_object;
    return add(&at_exit, (struct handler){.kind = WITH_ARGUMENT,
                                          .function.with_argument = function,
                                          .argument = argument});
}

int on_exit(void (*function)(int, void *), void *argument) {
    return add(&at_exit, (struct handler){.kind = WITH_STATUS,
                                          .function.with_status = function,
                                          .argument = argument});
}

int at_quick_exit(void (*function)(void)) {
    return add(&at_quick, (struct handler){.kind = PLAIN, .function.plain = function});
}

void exit(int status) {
    run(&at_exit, status);
    __dunlin_fini();
    __dunlin_exit(status);
}

NORETURN void quick_exit(int status) {
    run(&at_quick, status);
    __dunlin_exit(status);
}

NORETURN void _exit(int status) {
    __dunlin_exit(status);
}
NORETURN void _Exit(int status) ALIAS_OF(_exit);

NORETURN void abort(void) {
    __dunlin_abort();
}

NORETURN void __stack_chk_fail(void) {
    __dunlin_abort();
}

void __chk_fail(void) {
    __dunlin_abort();
}

NORETURN void __assert_fail(const char *expression, const char *file, unsigned line,
                            const char *function) {
    __dunlin_assert_fail(expression, file, line, function);
}

NORETURN void __assert(const char *expression, const char *file, int line) {
    __dunlin_assert_fail(expression, file, (unsigned)line, NULL);
}

NORETURN void __assert_rtn(const char *function, const char *file, int line,
                           const char *expression) {
    __dunlin_assert_fail(expression, file, (unsigned)line, function);
}

NORETURN void __assert_perror_fail(int number, const char *file, unsigned line,
                                   const char *function) {
    __dunlin_assert_fail(strerror(number), file, line, function);
}
