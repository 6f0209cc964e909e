/* The checked variants that _FORTIFY_SOURCE calls: they do what the plain functions do unless the
 * destination, whose size the compiler passes, is too small. */
#include "dunlin_libc.h"

static void require(size_t needed, size_t available) {
    if (needed > available)
        __chk_fail();
}

void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    require(n, size);
    return memcpy(to, from, n);
}

void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
    require(n, size);
    return memmove(to, from, n);
}

void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    require(n, size);
    return mempcpy(to, from, n);
}

void *__memset_chk(void *to, int byte, size_t n, size_t size) {
    require(n, size);
    return memset(to, byte, n);
}

void __explicit_bzero_chk(void *to, size_t n, size_t size) {
    require(n, size);
    memset(to, 0, n);
}

char *__strcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    require(strlen(from) + 1, size);
    return strcpy(to, from);
}

char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    require(strlen(from) + 1, size);
    return stpcpy(to, from);
}

char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    require(n, size);
    return strncpy(to, from, n);
}

char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    require(n, size);
    return stpncpy(to, from, n);
}

char *__strcat_chk(char *restrict to, const char *restrict from, size_t size) {
    require(strlen(to) + strlen(from) + 1, size);
    return strcat(to, from);
}

char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    require(strlen(to) + strnlen(from, n) + 1, size);
    return strncat(to, from, n);
}

/* The flag asks glibc to refuse %n in writable formats; here %n is always allowed. */
int __vsnprintf_chk(char *to, size_t n, int flag, size_t size, const char *format,
                    va_list arguments) {
    (void)flag;
    require(n, size);
    return vsnprintf(to, n, format, arguments);
}

int __snprintf_chk(char *to, size_t n, int flag, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = __vsnprintf_chk(to, n, flag, size, format, arguments);
    va_end(arguments);
    return result;
}

int __vsprintf_chk(char *to, int flag, size_t size, const char *format, va_list arguments) {
    (void)flag;
    if (size == (size_t)-1)
        return vsprintf(to, format, arguments);
    require(1, size);
    int result = vsnprintf(to, size, format, arguments);
    if (result >= 0)
        require((size_t)result + 1, size);
    return result;
}

int __sprintf_chk(char *to, int flag, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int result = __vsprintf_chk(to, flag, size, format, arguments);
    va_end(arguments);
    return result;
}

int __vprintf_chk(int flag, const char *format, va_list arguments) {
    (void)flag;
    return vprintf(format, arguments);
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int result = vprintf(format, arguments);
    va_end(arguments);
    return result;
}

int __vfprintf_chk(FILE *stream, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vfprintf(stream, format, arguments);
}

int __fprintf_chk(FILE *stream, int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int result = vfprintf(stream, format, arguments);
    va_end(arguments);
    return result;
}

int __vdprintf_chk(int fd, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vdprintf(fd, format, arguments);
}

int __dprintf_chk(int fd, int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int result = vdprintf(fd, format, arguments);
    va_end(arguments);
    return result;
}

int __vasprintf_chk(char **to, int flag, const char *format, va_list arguments) {
    (void)flag;
    return vasprintf(to, format, arguments);
}

int __asprintf_chk(char **to, int flag, const char *format, ...) {
    (void)flag;
    va_list arguments;
    va_start(arguments, format);
    int result = vasprintf(to, format, arguments);
    va_end(arguments);
    return result;
}
