/* errno.h and the messages of strerror and perror. */
#include "dunlin_libc.h"

int *__errno_location(void) {
    static int value;
    return &value;
}

/* Shared with the engine's %m: one message per line, "" where Linux has no such number. */
static const char *const messages[] = {
#include "errno_messages.inc"
};

static const char *known_message(int number) {
    if (number < 0 || (size_t)number >= sizeof messages / sizeof *messages)
        return NULL;
    return *messages[number] == '\0' ? NULL : messages[number];
}

char *strerror(int number) {
    static char unknown[40];
    const char *message = known_message(number);
    if (message != NULL)
        return (char *)message;
    char *at = stpcpy(unknown, "Unknown error ");
    unsigned magnitude = number < 0 ? 0u - (unsigned)number : (unsigned)number;
    if (number < 0)
        *at++ = '-';
    unsigned scale = 1;
    while (magnitude / scale >= 10)
        scale *= 10;
    for (; scale > 0; scale /= 10)
        *at++ = (char)('0' + magnitude / scale % 10);
    *at = '\0';
    return unknown;
}

/* glibc's own strerror_r may ignore the buffer and return the message. */
char *strerror_r(int number, char *buffer, size_t size) {
    (void)buffer;
    (void)size;
    return strerror(number);
}

int __xpg_strerror_r(int number, char *buffer, size_t size) {
    const char *message = strerror(number);
    size_t length = strlen(message);
    if (size > 0) {
        size_t kept = length < size ? length : size - 1;
        memcpy(buffer, message, kept);
        buffer[kept] = '\0';
    }
    if (length >= size)
        return ERANGE;
    return known_message(number) == NULL ? EINVAL : 0;
}

void perror(const char *prefix) {
    const char *message = strerror(errno);
    if (prefix != NULL && *prefix != '\0') {
        fputs(prefix, stderr);
        fputs(": ", stderr);
    }
    fputs(message, stderr);
    fputs("\n", stderr);
}
