/* string.h: lengths, copies and concatenation. Plain byte loops, so that every
 * step depends on one byte only and symbolic strings stay simple. */
#include "dunlin_libc.h"

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n] != '\0')
        n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != '\0')
        n++;
    return n;
}

/* Copies between places that overlap are errors. Lengths are counted beforehand only where the
 * places may be in one object, so that all other copies cost nothing. */
static void require_apart(const char *to, const char *from) {
    if (__dunlin_may_overlap(to, from)) {
        size_t size = strlen(from) + 1;
        __dunlin_apart(to, size, from, size);
    }
}

char *stpcpy(char *restrict to, const char *restrict from) {
    require_apart(to, from);
    while ((*to = *from) != '\0') {
        to++;
        from++;
    }
    return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
    require_apart(to, from);
    size_t i = 0;
    while ((to[i] = from[i]) != '\0')
        i++;
    return to;
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    while (i < n && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    char *end = to + i;
    while (i < n)
        to[i++] = '\0';
    return end;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    if (__dunlin_may_overlap(to, from)) {
        size_t length = strnlen(from, n);
        size_t size = length < n ? length + 1 : n;
        __dunlin_apart(to, size, from, size);
    }
    size_t i = 0;
    while (i < n && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    while (i < n)
        to[i++] = '\0';
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    if (__dunlin_may_overlap(to, from)) {
        size_t length = strlen(from);
        if (length > 0)
            __dunlin_apart(to, strlen(to) + length + 1, from, length + 1);
    }
    size_t at = 0;
    while (to[at] != '\0')
        at++;
    while ((to[at] = *from) != '\0') {
        at++;
        from++;
    }
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    if (__dunlin_may_overlap(to, from)) {
        size_t length = strnlen(from, n);
        if (length > 0)
            __dunlin_apart(to, strlen(to) + length + 1, from, length);
    }
    size_t at = 0, i = 0;
    while (to[at] != '\0')
        at++;
    while (i < n && from[i] != '\0')
        to[at++] = from[i++];
    to[at] = '\0';
    return to;
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t i = 0;
    while (i + 1 < size && from[i] != '\0') {
        to[i] = from[i];
        i++;
    }
    if (size > 0)
        to[i] = '\0';
    while (from[i] != '\0')
        i++;
    return i;
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t at = 0, i = 0;
    while (at < size && to[at] != '\0')
        at++;
    size_t start = at;
    while (from[i] != '\0') {
        if (at + 1 < size)
            to[at++] = from[i];
        i++;
    }
    if (start < size)
        to[at] = '\0';
    return start + i;
}

/* In the C locale the transformed string is the string itself. */
size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    while (from[i] != '\0') {
        if (i < n)
            to[i] = from[i];
        i++;
    }
    if (i < n)
        to[i] = '\0';
    return i;
}

void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}
void *__mempcpy(void *restrict to, const void *restrict from, size_t n) ALIAS_OF(mempcpy);

void *memccpy(void *restrict to, const void *restrict from, int byte, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (f[i] == (unsigned char)byte)
            return t + i + 1;
    }
    return NULL;
}

void bzero(void *to, size_t n) {
    memset(to, 0, n);
}

void explicit_bzero(void *to, size_t n) {
    memset(to, 0, n);
}

void bcopy(const void *from, void *to, size_t n) {
    memmove(to, from, n);
}

char *strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (copy != NULL)
        memcpy(copy, s, size);
    return copy;
}
char *__strdup(const char *s) ALIAS_OF(strdup);

char *strndup(const char *s, size_t limit) {
    size_t n = strnlen(s, limit);
    char *copy = malloc(n + 1);
    if (copy != NULL) {
        memcpy(copy, s, n);
        copy[n] = '\0';
    }
    return copy;
}
char *__strndup(const char *s, size_t limit) ALIAS_OF(strndup);
