/* wchar.h: the small set of wide string functions that need no conversion. */
#include "dunlin_libc.h"

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n] != 0)
        n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n] != 0)
        n++;
    return n;
}

wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    size_t i = 0;
    while ((to[i] = from[i]) != 0)
        i++;
    return to;
}

wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    size_t i = 0;
    while (i < n && from[i] != 0) {
        to[i] = from[i];
        i++;
    }
    while (i < n)
        to[i++] = 0;
    return to;
}

wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

int wcscmp(const wchar_t *a, const wchar_t *b) {
    size_t i = 0;
    while (a[i] != 0 && a[i] == b[i])
        i++;
    return a[i] < b[i] ? -1 : a[i] > b[i];
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
        if (a[i] == 0)
            return 0;
    }
    return 0;
}

wchar_t *wcschr(const wchar_t *s, wchar_t wanted) {
    while (*s != wanted) {
        if (*s == 0)
            return NULL;
        s++;
    }
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t wanted) {
    const wchar_t *found = NULL;
    for (;; s++) {
        if (*s == wanted)
            found = s;
        if (*s == 0)
            return (wchar_t *)found;
    }
}

wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return memcpy(to, from, n * sizeof *to);
}

wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) {
    return memmove(to, from, n * sizeof *to);
}

wchar_t *wmemset(wchar_t *to, wchar_t value, size_t n) {
    for (size_t i = 0; i < n; i++)
        to[i] = value;
    return to;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t wanted, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == wanted)
            return (wchar_t *)(s + i);
    return NULL;
}
