/* string.h: searching and splitting. */
#include "dunlin_libc.h"

void *memchr(const void *s, int byte, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)byte)
            return (void *)(p + i);
    return NULL;
}

void *memrchr(const void *s, int byte, size_t n) {
    const unsigned char *p = s;
    while (n > 0) {
        n--;
        if (p[n] == (unsigned char)byte)
            return (void *)(p + n);
    }
    return NULL;
}

void *rawmemchr(const void *s, int byte) {
    const unsigned char *p = s;
    while (*p != (unsigned char)byte)
        p++;
    return (void *)p;
}
void *__rawmemchr(const void *s, int byte) ALIAS_OF(rawmemchr);

void *memmem(const void *s, size_t n, const void *wanted, size_t length) {
    const unsigned char *p = s, *w = wanted;
    for (size_t start = 0; length <= n && start <= n - length; start++) {
        size_t i = 0;
        while (i < length && p[start + i] == w[i])
            i++;
        if (i == length)
            return (void *)(p + start);
    }
    return NULL;
}

char *strchr(const char *s, int byte) {
    while (*s != (char)byte) {
        if (*s == '\0')
            return NULL;
        s++;
    }
    return (char *)s;
}
char *index(const char *s, int byte) ALIAS_OF(strchr);

char *strchrnul(const char *s, int byte) {
    while (*s != '\0' && *s != (char)byte)
        s++;
    return (char *)s;
}

char *strrchr(const char *s, int byte) {
    const char *found = NULL;
    for (;; s++) {
        if (*s == (char)byte)
            found = s;
        if (*s == '\0')
            return (char *)found;
    }
}
char *rindex(const char *s, int byte) ALIAS_OF(strrchr);

char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != '\0' && s[i] == wanted[i])
            i++;
        if (wanted[i] == '\0')
            return (char *)s;
        if (*s == '\0')
            return NULL;
    }
}

static int contains(const char *set, char c) {
    for (; *set != '\0'; set++)
        if (*set == c)
            return 1;
    return 0;
}

size_t strspn(const char *s, const char *accept) {
    size_t n = 0;
    while (s[n] != '\0' && contains(accept, s[n]))
        n++;
    return n;
}

size_t strcspn(const char *s, const char *reject) {
    size_t n = 0;
    while (s[n] != '\0' && !contains(reject, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accept) {
    for (; *s != '\0'; s++)
        if (contains(accept, *s))
            return (char *)s;
    return NULL;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    if (s == NULL)
        s = *rest;
    while (*s != '\0' && contains(delimiters, *s))
        s++;
    if (*s == '\0') {
        *rest = s;
        return NULL;
    }
    char *token = s;
    while (*s != '\0' && !contains(delimiters, *s))
        s++;
    if (*s != '\0')
        *s++ = '\0';
    *rest = s;
    return token;
}
char *__strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest)
    ALIAS_OF(strtok_r);

char *strtok(char *restrict s, const char *restrict delimiters) {
    static char *rest;
    return strtok_r(s, delimiters, &rest);
}

char *strsep(char **restrict rest, const char *restrict delimiters) {
    char *token = *rest;
    if (token == NULL)
        return NULL;
    for (char *s = token; *s != '\0'; s++) {
        if (contains(delimiters, *s)) {
            *s = '\0';
            *rest = s + 1;
            return token;
        }
    }
    *rest = NULL;
    return token;
}
