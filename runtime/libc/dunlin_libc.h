/* Private header of the C library that analysed programs run on.
 *
 * Assumes: an LP64 or ILP32 little-endian x86 target, freestanding compilation
 * (no header of the host's C library is used).
 * Promises: the names and types below agree with glibc's ABI, so that programs
 * compiled against glibc's headers link with these functions.
 */
#ifndef DUNLIN_LIBC_H
#define DUNLIN_LIBC_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#define NORETURN __attribute__((noreturn))
#define ALIAS_OF(target) __attribute__((alias(#target)))

typedef long ssize_t;

/* What the engine provides. */
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *pointer);
void *aligned_alloc(size_t alignment, size_t size);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int vprintf(const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments);
int vsnprintf(char *to, size_t n, const char *format, va_list arguments);
int vdprintf(int fd, const char *format, va_list arguments);
int vasprintf(char **to, const char *format, va_list arguments);
double fmod(double x, double y);
float fmodf(float x, float y);
long double fmodl(long double x, long double y);
long __dunlin_write(int fd, const void *data, size_t n);
NORETURN void __dunlin_exit(int status);
void __dunlin_fini(void);
NORETURN void __dunlin_assert_fail(const char *expression, const char *file, unsigned line,
                                   const char *function);
NORETURN void __dunlin_abort(void);
NORETURN void __dunlin_unsupported(const char *what);
/* Whether the pointers may point into the same object. */
int __dunlin_may_overlap(const void *a, const void *b);
/* It is an error of the program if the two places overlap. */
void __dunlin_apart(const void *to, size_t written, const void *from, size_t read);

/* errno values of Linux that the library itself sets. */
#define EBADF 9
#define ENOMEM 12
#define EINVAL 22
#define ENOTTY 25
#define ERANGE 34

int *__errno_location(void);
#define errno (*__errno_location())

/* A stream. The engine's printf family reads `fd`, which must stay first.
 *
 * The pointers stand where glibc's inline versions of putc_unlocked and getc_unlocked look for
 * their buffer; they stay null, so that such code finds the buffer full or empty and calls
 * __overflow or __uflow. glibc keeps its "end of file" and "error" flags (16 and 32) in the word
 * that is `fd` here; descriptors 0 to 2 leave both clear. */
typedef struct dunlin_file {
    int fd;
    char *buffer_pointers[11];
    int failed;
    char unused[sizeof(void *) == 8 ? 112 : 96];
} FILE;

extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)

int vfprintf(FILE *stream, const char *format, va_list arguments);

/* Functions of this library that other files of it use. */
size_t strlen(const char *s);
size_t strnlen(const char *s, size_t limit);
char *strchr(const char *s, int byte);
char *strcpy(char *restrict to, const char *restrict from);
char *strcat(char *restrict to, const char *restrict from);
char *strncpy(char *restrict to, const char *restrict from, size_t n);
char *strncat(char *restrict to, const char *restrict from, size_t n);
char *stpcpy(char *restrict to, const char *restrict from);
char *stpncpy(char *restrict to, const char *restrict from, size_t n);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
void *mempcpy(void *restrict to, const void *restrict from, size_t n);
int tolower(int c);
char *strerror(int number);
unsigned long long strtoull(const char *restrict s, char **restrict end, int base);
int fputs(const char *restrict s, FILE *restrict stream);
NORETURN void exit(int status);
NORETURN void __chk_fail(void);

#endif
