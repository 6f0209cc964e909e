/* stdlib.h, inttypes.h and strings.h: integer arithmetic and conversion of text to integers. */
#include "dunlin_libc.h"

int abs(int v) {
    return v < 0 ? -v : v;
}

long labs(long v) {
    return v < 0 ? -v : v;
}

long long llabs(long long v) {
    return v < 0 ? -v : v;
}

intmax_t imaxabs(intmax_t v) {
    return v < 0 ? -v : v;
}

typedef struct {
    int quot, rem;
} div_t;

typedef struct {
    long quot, rem;
} ldiv_t;

typedef struct {
    long long quot, rem;
} lldiv_t;

typedef struct {
    intmax_t quot, rem;
} imaxdiv_t;

div_t div(int a, int b) {
    return (div_t){a / b, a % b};
}

ldiv_t ldiv(long a, long b) {
    return (ldiv_t){a / b, a % b};
}

lldiv_t lldiv(long long a, long long b) {
    return (lldiv_t){a / b, a % b};
}

imaxdiv_t imaxdiv(intmax_t a, intmax_t b) {
    return (imaxdiv_t){a / b, a % b};
}

int ffsll(long long v) {
    return v == 0 ? 0 : __builtin_ctzll((unsigned long long)v) + 1;
}

int ffsl(long v) {
    return v == 0 ? 0 : __builtin_ctzl((unsigned long)v) + 1;
}

int ffs(int v) {
    return v == 0 ? 0 : __builtin_ctz((unsigned)v) + 1;
}

/* Which texts a conversion accepts beside C99's. */
enum dialect { C99, C23_WITH_BINARY };

/* What the digits may amount to, after either sign. */
struct limits {
    unsigned long long positive, negative;
};

static int digit_value(char c) {
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return INT_MAX;
}

/* The value modulo 2^64, already negated after a minus sign. When the digits exceed the limit, the
 * limit (negated for `saturate_negative`) and ERANGE. */
static unsigned long long parse(const char *s, char **end, int base, struct limits limits,
                                int saturate_negative, enum dialect dialect) {
    if (base < 0 || base == 1 || base > 36) {
        errno = EINVAL;
        return 0;
    }
    const char *at = s;
    while (*at == ' ' || (*at >= '\t' && *at <= '\r'))
        at++;
    int negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (*at == '0') {
        char mark = at[1];
        if ((base == 0 || base == 16) && (mark == 'x' || mark == 'X') && digit_value(at[2]) < 16) {
            base = 16;
            at += 2;
        } else if (dialect == C23_WITH_BINARY && (base == 0 || base == 2) &&
                   (mark == 'b' || mark == 'B') && digit_value(at[2]) < 2) {
            base = 2;
            at += 2;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0)
        base = 10;

    unsigned long long limit = negative ? limits.negative : limits.positive;
    unsigned long long before_last = limit / (unsigned)base;
    int last = (int)(limit % (unsigned)base);
    unsigned long long value = 0;
    int any = 0, overflow = 0;
    for (;; at++) {
        int digit = digit_value(*at);
        if (digit >= base)
            break;
        any = 1;
        if (overflow || value > before_last || (value == before_last && digit > last))
            overflow = 1;
        else
            value = value * (unsigned)base + (unsigned)digit;
    }
    if (end != NULL)
        *end = (char *)(any ? at : s);
    if (overflow) {
        errno = ERANGE;
        return negative && saturate_negative ? 0 - limit : limit;
    }
    return negative ? 0 - value : value;
}

static const struct limits long_limits = {LONG_MAX, (unsigned long)LONG_MAX + 1};
static const struct limits ulong_limits = {ULONG_MAX, ULONG_MAX};
static const struct limits llong_limits = {LLONG_MAX, (unsigned long long)LLONG_MAX + 1};
static const struct limits ullong_limits = {ULLONG_MAX, ULLONG_MAX};

long strtol(const char *restrict s, char **restrict end, int base) {
    return (long)parse(s, end, base, long_limits, 1, C99);
}

unsigned long strtoul(const char *restrict s, char **restrict end, int base) {
    return (unsigned long)parse(s, end, base, ulong_limits, 0, C99);
}

long long strtoll(const char *restrict s, char **restrict end, int base) {
    return (long long)parse(s, end, base, llong_limits, 1, C99);
}

unsigned long long strtoull(const char *restrict s, char **restrict end, int base) {
    return parse(s, end, base, ullong_limits, 0, C99);
}

intmax_t strtoimax(const char *restrict s, char **restrict end, int base) {
    return (intmax_t)parse(s, end, base, llong_limits, 1, C99);
}

uintmax_t strtoumax(const char *restrict s, char **restrict end, int base) {
    return (uintmax_t)parse(s, end, base, ullong_limits, 0, C99);
}

long long strtoq(const char *restrict s, char **restrict end, int base) ALIAS_OF(strtoll);
unsigned long long strtouq(const char *restrict s, char **restrict end, int base)
    ALIAS_OF(strtoull);

/* The names that glibc 2.38's headers use in C23 and GNU modes. */
long __isoc23_strtol(const char *restrict s, char **restrict end, int base) {
    return (long)parse(s, end, base, long_limits, 1, C23_WITH_BINARY);
}

unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base) {
    return (unsigned long)parse(s, end, base, ulong_limits, 0, C23_WITH_BINARY);
}

long long __isoc23_strtoll(const char *restrict s, char **restrict end, int base) {
    return (long long)parse(s, end, base, llong_limits, 1, C23_WITH_BINARY);
}

unsigned long long __isoc23_strtoull(const char *restrict s, char **restrict end, int base) {
    return parse(s, end, base, ullong_limits, 0, C23_WITH_BINARY);
}

intmax_t __isoc23_strtoimax(const char *restrict s, char **restrict end, int base) {
    return (intmax_t)parse(s, end, base, llong_limits, 1, C23_WITH_BINARY);
}

uintmax_t __isoc23_strtoumax(const char *restrict s, char **restrict end, int base) {
    return (uintmax_t)parse(s, end, base, ullong_limits, 0, C23_WITH_BINARY);
}

/* The names that older glibc headers' inline functions use; `group` is always 0. */
long __strtol_internal(const char *restrict s, char **restrict end, int base, int group) {
    (void)group;
    return strtol(s, end, base);
}

unsigned long __strtoul_internal(const char *restrict s, char **restrict end, int base, int group) {
    (void)group;
    return strtoul(s, end, base);
}

long long __strtoll_internal(const char *restrict s, char **restrict end, int base, int group) {
    (void)group;
    return strtoll(s, end, base);
}

unsigned long long __strtoull_internal(const char *restrict s, char **restrict end, int base,
                                       int group) {
    (void)group;
    return strtoull(s, end, base);
}

int atoi(const char *s) {
    return (int)strtol(s, NULL, 10);
}

long atol(const char *s) {
    return strtol(s, NULL, 10);
}

long long atoll(const char *s) {
    return strtoll(s, NULL, 10);
}
