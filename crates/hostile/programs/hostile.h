/* What hostile programs share. One that gets out of the sandbox ends with a status of its own; whatever else
 * happens to it, it was stopped. What it may touch is named by environment variables, and was made by the
 * test that runs it. */
#ifndef HOSTILE_H
#define HOSTILE_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define GOT_OUT 42
#define STOPPED 1
#define MEBIBYTE ((size_t)1 << 20)

static inline const char *given(const char *name) {
    const char *value = getenv(name);
    if (value == NULL) {
        fprintf(stderr, "%s is missing\n", name);
        _exit(STOPPED);
    }
    return value;
}

static inline long number(const char *name) { return atol(given(name)); }

static inline void must(int holds) {
    if (!holds) {
        perror("stopped");
        _exit(STOPPED);
    }
}

_Noreturn static inline void get_out(void) { _exit(GOT_OUT); }

/* Long enough for whoever watches to look several times. */
_Noreturn static inline void hold_and_get_out(void) {
    nanosleep(&(struct timespec){0, 200 * 1000 * 1000}, NULL);
    get_out();
}

#endif
