/* stdio.h and unistd.h: output. Nothing is buffered here: each call hands its bytes to the
 * engine, so the order between streams is the order of the calls. */
#include "dunlin_libc.h"

static FILE standard_input = {.fd = 0};
static FILE standard_output = {.fd = 1};
static FILE standard_error = {.fd = 2};
FILE *stdin = &standard_input;
FILE *stdout = &standard_output;
FILE *stderr = &standard_error;

ssize_t write(int fd, const void *data, size_t n) {
    if (fd == 1 || fd == 2)
        return __dunlin_write(fd, data, n);
    if (fd == 0)
        __dunlin_unsupported("write to file descriptor 0");
    errno = EBADF;
    return -1;
}

static int put_bytes(FILE *stream, const char *data, size_t n) {
    if (stream->fd != 1 && stream->fd != 2) {
        stream->failed = 1;
        errno = EBADF;
        return 0;
    }
    if (n > 0)
        __dunlin_write(stream->fd, data, n);
    return 1;
}

int fputc(int c, FILE *stream) {
    char byte = (char)c;
    return put_bytes(stream, &byte, 1) ? (unsigned char)c : EOF;
}
int putc(int c, FILE *stream) ALIAS_OF(fputc);
int fputc_unlocked(int c, FILE *stream) ALIAS_OF(fputc);
int putc_unlocked(int c, FILE *stream) ALIAS_OF(fputc);
int _IO_putc(int c, FILE *stream) ALIAS_OF(fputc);

/* Called by glibc's inline putc_unlocked when the stream's buffer is full, as it always is here. */
int __overflow(FILE *stream, int c) {
    return fputc(c, stream);
}

int putchar(int c) {
    return fputc(c, stdout);
}
int putchar_unlocked(int c) ALIAS_OF(putchar);

int fputs(const char *restrict s, FILE *restrict stream) {
    return put_bytes(stream, s, strlen(s)) ? 1 : EOF;
}
int fputs_unlocked(const char *restrict s, FILE *restrict stream) ALIAS_OF(fputs);

int puts(const char *s) {
    size_t n = strlen(s);
    if (!put_bytes(stdout, s, n) || !put_bytes(stdout, "\n", 1))
        return EOF;
    return n < INT_MAX ? (int)n + 1 : INT_MAX;
}

size_t fwrite(const void *restrict data, size_t size, size_t count, FILE *restrict stream) {
    if (size == 0 || count == 0)
        return 0;
    return put_bytes(stream, data, size * count) ? count : 0;
}
size_t fwrite_unlocked(const void *restrict data, size_t size, size_t count,
                       FILE *restrict stream) ALIAS_OF(fwrite);

int fflush(FILE *stream) {
    (void)stream;
    return 0;
}
int fflush_unlocked(FILE *stream) ALIAS_OF(fflush);

int fileno(FILE *stream) {
    return stream->fd;
}
int fileno_unlocked(FILE *stream) ALIAS_OF(fileno);

int ferror(FILE *stream) {
    return stream->failed;
}
int ferror_unlocked(FILE *stream) ALIAS_OF(ferror);

/* Nothing reads yet, so no stream has met its end. */
int feof(FILE *stream) {
    (void)stream;
    return 0;
}
int feof_unlocked(FILE *stream) ALIAS_OF(feof);

void clearerr(FILE *stream) {
    stream->failed = 0;
}
void clearerr_unlocked(FILE *stream) ALIAS_OF(clearerr);

int setvbuf(FILE *restrict stream, char *restrict buffer, int mode, size_t size) {
    (void)stream;
    (void)buffer;
    (void)size;
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

void setbuf(FILE *restrict stream, char *restrict buffer) {
    (void)stream;
    (void)buffer;
}

void setbuffer(FILE *restrict stream, char *restrict buffer, size_t size) {
    (void)stream;
    (void)buffer;
    (void)size;
}

void setlinebuf(FILE *stream) {
    (void)stream;
}

/* One thread: locks of streams are always free. */
void flockfile(FILE *stream) {
    (void)stream;
}

int ftrylockfile(FILE *stream) {
    (void)stream;
    return 0;
}

void funlockfile(FILE *stream) {
    (void)stream;
}
