/* locale.h, unistd.h and time.h: functions whose answer does not depend on the machine. */
#include "dunlin_libc.h"

static int names_c_locale(const char *name) {
    return *name == '\0' || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
}

/* Only the C locale exists; the empty name asks for the environment's, which is the same. */
char *setlocale(int category, const char *name) {
    (void)category;
    return name == NULL || names_c_locale(name) ? "C" : NULL;
}

struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep;
    char *mon_grouping, *positive_sign, *negative_sign;
    char unset[14];
};

struct lconv *localeconv(void) {
    static struct lconv c_locale = {
        ".", "", "", "", "", "", "", "", "", "",
        {CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
         CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX},
    };
    return &c_locale;
}

/* Time does not pass in an analysed program. */
unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}

struct timespec;

int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    (void)duration;
    (void)remaining;
    return 0;
}

int getpid(void) {
    return 1000;
}

int getppid(void) {
    return 999;
}

int isatty(int fd) {
    errno = fd >= 0 && fd <= 2 ? ENOTTY : EBADF;
    return 0;
}

int getpagesize(void) {
    return 4096;
}
