/* string.h and strings.h: comparisons. The result of a mismatch is the
 * difference of the two bytes, as unsigned values. */
#include "dunlin_libc.h"

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

int bcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i])
            return 1;
    return 0;
}

int strcmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != '\0' && a[i] == b[i])
        i++;
    return (unsigned char)a[i] - (unsigned char)b[i];
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i])
            return (unsigned char)a[i] - (unsigned char)b[i];
        if (a[i] == '\0')
            return 0;
    }
    return 0;
}

int strcoll(const char *a, const char *b) {
    return strcmp(a, b);
}

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : (unsigned char)c;
}

int strcasecmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] != '\0' && lower(a[i]) == lower(b[i]))
        i++;
    return lower(a[i]) - lower(b[i]);
}

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int difference = lower(a[i]) - lower(b[i]);
        if (difference != 0)
            return difference;
        if (a[i] == '\0')
            return 0;
    }
    return 0;
}

char *strcasestr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t i = 0;
        while (wanted[i] != '\0' && lower(s[i]) == lower(wanted[i]))
            i++;
        if (wanted[i] == '\0')
            return (char *)s;
        if (*s == '\0')
            return NULL;
    }
}
