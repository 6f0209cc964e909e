/* Compares the runtime's C library with the host's glibc.
 *
 * run.sh builds the runtime natively with the prefix t_ on all its symbols; each test calls both
 * versions on fixed and on random inputs and counts the differences. The engine's part of the
 * library (allocation, printf, output) is played by the host's. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* What the runtime expects from the engine. */
void *t_malloc(size_t n) { return malloc(n); }
void t_free(void *p) { free(p); }
void *t_realloc(void *p, size_t n) { return realloc(p, n); }
void *t_aligned_alloc(size_t a, size_t n) { return aligned_alloc(a, n); }
void *t_memcpy(void *to, const void *from, size_t n) { return memcpy(to, from, n); }
void *t_memmove(void *to, const void *from, size_t n) { return memmove(to, from, n); }
void *t_memset(void *to, int byte, size_t n) { return memset(to, byte, n); }
int t_vprintf(const char *f, va_list a) { return vprintf(f, a); }
int t_vsprintf(char *to, const char *f, va_list a) { return vsprintf(to, f, a); }
int t_vsnprintf(char *to, size_t n, const char *f, va_list a) { return vsnprintf(to, n, f, a); }
int t_vdprintf(int fd, const char *f, va_list a) { return vdprintf(fd, f, a); }
int t_vasprintf(char **to, const char *f, va_list a) { return vasprintf(to, f, a); }
int t_vfprintf(void *stream, const char *f, va_list a) { return vdprintf(*(int *)stream, f, a); }
double t_fmod(double x, double y) { return fmod(x, y); }
float t_fmodf(float x, float y) { return fmodf(x, y); }
long double t_fmodl(long double x, long double y) { return fmodl(x, y); }

static char written[4096];
static size_t written_size;

long t___dunlin_write(int fd, const void *data, size_t n) {
    written[written_size++] = (char)('0' + fd);
    memcpy(written + written_size, data, n);
    written_size += n;
    return (long)n;
}

static int failures;
static long checks;
static char exit_log[128];

void t___dunlin_fini(void) { strcat(exit_log, "fini "); }
void t___dunlin_exit(int status);
void t___dunlin_assert_fail(const char *e, const char *f, unsigned l, const char *fn) {
    printf("unexpected assertion failure %s %s %u %s\n", e, f, l, fn);
    exit(1);
}
void t___dunlin_abort(void) {
    printf("unexpected abort\n");
    exit(1);
}
int t___dunlin_may_overlap(const void *a, const void *b) { return a == b; }
void t___dunlin_apart(const void *to, size_t written, const void *from, size_t read) {
    if (written && read && to == from)
        abort();
}
void t___dunlin_unsupported(const char *what) {
    printf("unsupported: %s\n", what);
    exit(1);
}

#define CHECK(condition, ...)                       \
    do {                                            \
        checks++;                                   \
        if (!(condition) && failures++ < 20) {      \
            printf("line %d: %s: ", __LINE__, #condition); \
            printf(__VA_ARGS__);                    \
            printf("\n");                           \
        }                                           \
    } while (0)

static uint64_t random_state = 88172645463325252ull;

static uint64_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

static int sign(int v) { return (v > 0) - (v < 0); }

static void random_text(char *to, size_t limit, const char *alphabet) {
    size_t n = next_random() % limit, letters = strlen(alphabet);
    for (size_t i = 0; i < n; i++)
        to[i] = alphabet[next_random() % letters];
    to[n] = '\0';
}

#define SAME_TYPE(name) extern __typeof__(name) t_##name;
#define EACH_FUNCTION(_)                                                                        \
    _(memcmp) _(memchr) _(memrchr) _(mempcpy) _(memccpy) _(memmem) _(strlen) _(strnlen)          \
    _(strcpy) _(strncpy) _(stpcpy) _(stpncpy) _(strcat) _(strncat) _(strcmp) _(strncmp)          \
    _(strcasecmp) _(strncasecmp) _(strchr) _(strrchr) _(strchrnul) _(strstr) _(strcasestr)       \
    _(strspn) _(strcspn) _(strpbrk) _(strtok_r) _(strsep) _(strdup) _(strndup) _(strerror)       \
    _(strxfrm) _(rawmemchr) _(wcslen) _(wcscmp) _(__ctype_b_loc) _(__ctype_toupper_loc)          \
    _(__ctype_tolower_loc) _(strtol) _(strtoul) _(strtoll) _(strtoull) _(strtod) _(strtof)       \
    _(strtold) _(atoi) _(qsort) _(qsort_r) _(bsearch) _(rand) _(srand) _(rand_r) _(random)       \
    _(drand48) _(lrand48) _(mrand48) _(srand48) _(erand48) _(seed48) _(atexit) _(on_exit)        \
    _(getenv) _(setenv) _(unsetenv) _(putenv) _(puts) _(putchar) _(ldexp) _(ldexpf)              \
    _(ldexpl) _(frexp) _(frexpf) _(frexpl) _(modf) _(modff) _(modfl) _(nextafter)                \
    _(nextafterf) _(nextafterl) _(ilogb) _(ilogbl) _(logb) _(remainder) _(remainderf)            \
    _(remainderl) _(fmin) _(fmax) _(fdim) _(lround) _(llrint) _(floor) _(ceil) _(trunc)          \
    _(rint) _(round) _(sqrt) _(copysign) _(fma) _(__errno_location) _(strerror_r) _(ffsll)       \
    _(lldiv) _(exit) _(__fpclassify) _(__fpclassifyl) _(__isinf) _(__signbit) _(posix_memalign)
EACH_FUNCTION(SAME_TYPE)

#define T_ERRNO (*t___errno_location())

static void compare_ctype(void) {
    for (int c = -128; c < 256; c++) {
        CHECK((*__ctype_b_loc())[c] == (*t___ctype_b_loc())[c], "%d", c);
        CHECK((*__ctype_toupper_loc())[c] == (*t___ctype_toupper_loc())[c], "%d", c);
        CHECK((*__ctype_tolower_loc())[c] == (*t___ctype_tolower_loc())[c], "%d", c);
    }
#define CLASS(name)                                                  \
    extern int t_##name(int);                                        \
    for (int c = -1; c < 256; c++)                                   \
        CHECK(!name(c) == !t_##name(c), #name " %d", c);
    CLASS(isalpha) CLASS(isdigit) CLASS(isalnum) CLASS(isspace) CLASS(isupper) CLASS(islower)
    CLASS(isxdigit) CLASS(ispunct) CLASS(isprint) CLASS(isgraph) CLASS(iscntrl) CLASS(isblank)
    extern int t_toupper(int), t_tolower(int);
    for (int c = -1; c < 256; c++)
        CHECK(toupper(c) == t_toupper(c) && tolower(c) == t_tolower(c), "%d", c);
}

static void compare_strings(void) {
    char a[32], b[32], x[96], y[96];
    for (int round = 0; round < 40000; round++) {
        random_text(a, 12, round % 2 ? "abAB" : "ab\xe9\x7f,");
        random_text(b, 5, "abA,\xe9");
        size_t n = next_random() % 14;
        int c = "abA,\xe9\0"[next_random() % 6];
        CHECK(strlen(a) == t_strlen(a) && strnlen(a, n) == t_strnlen(a, n), "%s", a);
        CHECK(sign(strcmp(a, b)) == sign(t_strcmp(a, b)), "%s %s", a, b);
        CHECK(sign(strncmp(a, b, n)) == sign(t_strncmp(a, b, n)), "%s %s %zu", a, b, n);
        CHECK(sign(strcasecmp(a, b)) == sign(t_strcasecmp(a, b)), "%s %s", a, b);
        CHECK(sign(strncasecmp(a, b, n)) == sign(t_strncasecmp(a, b, n)), "%s %s %zu", a, b, n);
        CHECK(sign(memcmp(a, b, n % 4)) == sign(t_memcmp(a, b, n % 4)), "%s %s %zu", a, b, n);
        CHECK(strchr(a, c) == t_strchr(a, c) && strrchr(a, c) == t_strrchr(a, c), "%s %d", a, c);
        CHECK(strchrnul(a, c) == t_strchrnul(a, c), "%s %d", a, c);
        CHECK(strstr(a, b) == t_strstr(a, b), "%s %s", a, b);
        CHECK(strcasestr(a, b) == t_strcasestr(a, b), "%s %s", a, b);
        CHECK(strspn(a, b) == t_strspn(a, b) && strcspn(a, b) == t_strcspn(a, b), "%s %s", a, b);
        CHECK(strpbrk(a, b) == t_strpbrk(a, b), "%s %s", a, b);
        CHECK(memchr(a, c, n) == t_memchr(a, c, n), "%s %d %zu", a, c, n);
        CHECK(memrchr(a, c, n) == t_memrchr(a, c, n), "%s %d %zu", a, c, n);
        CHECK(memmem(a, n, b, strlen(b)) == t_memmem(a, n, b, strlen(b)), "%s %s %zu", a, b, n);
        CHECK(rawmemchr(a, 0) == t_rawmemchr(a, 0), "%s", a);
#define COPY(name, ...)                                                        \
    memset(x, 'x', sizeof x), memset(y, 'x', sizeof y);                        \
    strcpy(x, a), strcpy(y, a);                                                \
    CHECK((char *)name(x, b, ##__VA_ARGS__) - x == (char *)t_##name(y, b, ##__VA_ARGS__) - y && \
              memcmp(x, y, sizeof x) == 0, #name " %s %s %zu", a, b, n)
        COPY(strcpy);
        COPY(stpcpy);
        COPY(strncpy, n);
        COPY(stpncpy, n);
        COPY(strcat);
        COPY(strncat, n);
        COPY(mempcpy, n % 5);
        if (memchr(b, c, 5) != NULL) {
            COPY(memccpy, c, 5);
        }
        CHECK(strxfrm(x, a, n) == t_strxfrm(y, a, n), "%s", a);
        strcpy(x, a), strcpy(y, a);
        char *save_x, *save_y, *p = strtok_r(x, ",b", &save_x), *q = t_strtok_r(y, ",b", &save_y);
        while (p != NULL && q != NULL && p - x == q - y && strcmp(p, q) == 0)
            p = strtok_r(NULL, ",b", &save_x), q = t_strtok_r(NULL, ",b", &save_y);
        CHECK(p == NULL && q == NULL, "strtok_r %s", a);
        strcpy(x, a), strcpy(y, a);
        save_x = x, save_y = y;
        do
            p = strsep(&save_x, ",b"), q = t_strsep(&save_y, ",b");
        while (p != NULL && q != NULL && p - x == q - y && strcmp(p, q) == 0);
        CHECK(p == NULL && q == NULL, "strsep %s", a);
        p = t_strdup(a), q = t_strndup(a, n);
        CHECK(strcmp(p, a) == 0 && strlen(q) == strnlen(a, n) && strncmp(q, a, n) == 0, "%s", a);
        free(p), free(q);
    }
    for (int number = -3; number < 140; number++) {
        CHECK(strcmp(strerror(number), t_strerror(number)) == 0, "%d", number);
    }
    CHECK(strcmp(t_strerror(INT_MIN), "Unknown error -2147483648") == 0, "%s", t_strerror(INT_MIN));
    CHECK(t_wcslen(L"wide") == 4 && t_wcscmp(L"a", L"b") < 0, "wide");
}

static void compare_integers(void) {
    static const char *fixed[] = {
        "", "-", "+", "0", "0x", "0xg", "0x1f", "-0X1F", "08", "017", " \t\n12abc", "2147483647",
        "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808",
        "-9223372036854775809", "18446744073709551615", "18446744073709551616",
        "-18446744073709551615", "-18446744073709551616", "zz", "0b11", "99999999999999999999999",
    };
    char text[40];
    for (int round = 0; round < 120000; round++) {
        int from_list = round < 28 * 40;
        if (!from_list)
            random_text(text, 24, round % 3 ? "0123456789" : " -+0x19afzAF");
        const char *s = from_list ? fixed[round / 40] : text;
        int base = from_list ? round % 40 - 1 : (int)(next_random() % 37);
        if (!from_list && next_random() % 2)
            base = (int[]){0, 10, 16, 8}[next_random() % 4];
        char *end_a = NULL, *end_b = NULL;
#define CONVERT(name)                                                           \
    do {                                                                        \
        errno = T_ERRNO = 0;                                                    \
        __typeof__(name(s, NULL, 0)) va = name(s, &end_a, base), vb = t_##name(s, &end_b, base); \
        CHECK(va == vb && end_a == end_b && errno == T_ERRNO, #name " '%s' %d", s, base); \
    } while (0)
        CONVERT(strtol);
        CONVERT(strtoul);
        CONVERT(strtoll);
        CONVERT(strtoull);
    }
    CHECK(t_atoi("-42x") == -42, "atoi");
    CHECK(t_ffsll(0x100000000) == 33 && t_lldiv(-7, 2).rem == -1, "ffsll lldiv");
}

#define CONVERT_REAL(name, real, size)                                                          \
    do {                                                                                        \
        char *end_a, *end_b;                                                                    \
        errno = T_ERRNO = 0;                                                                    \
        real va = name(s, &end_a), vb = t_##name(s, &end_b);                                    \
        CHECK(memcmp(&va, &vb, size) == 0 && end_a == end_b && errno == T_ERRNO,                \
              #name " '%s': %La %La, %ld %ld, errno %d %d", s, (long double)va, (long double)vb, \
              (long)(end_a - s), (long)(end_b - s), errno, T_ERRNO);                            \
    } while (0)

static void compare_reals_on(const char *s) {
    CONVERT_REAL(strtof, float, 4);
    CONVERT_REAL(strtod, double, 8);
    CONVERT_REAL(strtold, long double, 10);
}

/* Any double but a signalling NaN, which fmin and fmax treat differently by processor. */
static double random_double(void) {
    uint64_t bits = next_random();
    double d;
    memcpy(&d, &bits, 8);
    return isnan(d) ? NAN : d;
}

static long double random_long_double(void) {
    return ldexpl((long double)(next_random() | 1ull << 63), (int)(next_random() % 32900) - 16500);
}

static void compare_reals(void) {
    static const char *fixed[] = {
        "", ".", "-", "0", "-0", "1", "1.5", "1e", "1e+", "1e5", ".5", "5.", "0x", "0x.", "0x1p3",
        "0x.8", "0x1.p", "0x1.8p-1", "inf", "-Infinity", "infinit", "nan", "-nan", "nan(12)",
        "nan(0x7)", "nan(zz)", "nan(", "1e308", "1.8e308", "1e309", "2.2250738585072011e-308",
        "2.2250738585072014e-308", "4.9e-324", "2.4703282292062327e-324",
        "2.4703282292062328e-324", "1e-400", "1e4932", "1.2e4932", "1e5000", "3.6e-4951", "1e-4951",
        "1e-5000", "9007199254740993", "9007199254740992.99999999999999999999999999999999999999999",
        "0x1fffffffffffff8p0", "0x1.fffffffffffff8p0", "0x1.fffffep-127", "0x1.ffffffp-127",
        "0x1.fffffffp-127", "0x0.00000000000000000000000000000000001p0", "0x1p-1075", "0x1p-1074",
        "0x1.8p-1075", "0x1p20000", "0x1p99999999999999999999", "1e99999999999999999999",
        "0e99999999999999999999", "1.17549435e-38", "1.1754943e-38", "3.4028236e38", "1e23",
        "0x123456789abcdef0123456789", "  +1.25e2x", "18446744073709551616",
        "18446744073709551615.5", "18446744073709551614.5", "18300000000000000000",
        "18200000000000000001.5", "1.1754942807573643e-38", "1.1754943157898258e-38",
        "2.22507385850720119e-308", "0000000000000000000000000000000000001.50000000000000000000000",
    };
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        compare_reals_on(fixed[i]);
    static char text[24000];
    for (int round = 0; round < 40000; round++) {
        switch (round % 6) {
        case 0:
            snprintf(text, sizeof text, "%.17g", random_double());
            break;
        case 1:
            snprintf(text, sizeof text, "%.*e", (int)(next_random() % 40), random_double());
            break;
        case 2:
            snprintf(text, sizeof text, "%" PRIu64 "e%d", next_random() >> next_random() % 64,
                     (int)(next_random() % 700) - 350);
            break;
        case 3:
            snprintf(text, sizeof text, "%.*La", (int)(next_random() % 20), random_long_double());
            break;
        case 4:
            snprintf(text, sizeof text, "%.25Lg", random_long_double());
            break;
        default:
            snprintf(text, sizeof text, "%d.%06d", (int)(next_random() % 100000),
                     (int)(next_random() % 1000000));
        }
        compare_reals_on(text);
    }
    /* Exact halfway points, and their neighbours, of doubles and floats. */
    for (int round = 0; round < 1000; round++) {
        long double half = (long double)random_double();
        if (isnan(half) || isinf(half))
            continue;
        half += (long double)(nextafter((double)half, INFINITY) - (double)half) / 2;
        if (round % 2)
            half = (long double)(float)ldexp(1.0 + (double)(next_random() >> 12) * 0x1p-52,
                                             (int)(next_random() % 280) - 150) *
                   (1 + 0x1p-24L);
        int n = snprintf(text, sizeof text, "%.1100Le", half);
        compare_reals_on(text);
        if (n > 100)
            text[n - 10] = '1';
        compare_reals_on(text);
    }
    for (int round = 0; round < 6; round++) {
        int n = snprintf(text, sizeof text, "%.11800Le", random_long_double() * 0.3L);
        compare_reals_on(text);
        if (n > 100)
            text[n - 7] = '1';
        compare_reals_on(text);
    }
}

struct item {
    int key, position;
    char padding[40];
};

/* A hash of the comparisons made, to compare their order. */
static unsigned comparisons_made;

static int by_key(const void *a, const void *b) {
    comparisons_made = comparisons_made * 31 + (unsigned)((const struct item *)a)->position * 7 +
                       (unsigned)((const struct item *)b)->position;
    return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

static int by_key_with(const void *a, const void *b, void *factor) {
    return *(int *)factor * (((const struct item *)a)->key - ((const struct item *)b)->key);
}

static int by_int(const void *a, const void *b) {
    return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b);
}

static void compare_sorting(void) {
    static struct item a[700], b[700];
    for (int round = 0; round < 300; round++) {
        size_t n = next_random() % 700;
        for (size_t i = 0; i < n; i++)
            a[i] = b[i] = (struct item){(int)(next_random() % 50), (int)i, ""};
        comparisons_made = 0;
        qsort(a, n, sizeof *a, by_key);
        unsigned expected = comparisons_made;
        comparisons_made = 0;
        t_qsort(b, n, sizeof *b, by_key);
        CHECK(comparisons_made == expected, "order of comparisons for %zu", n);
        CHECK(memcmp(a, b, n * sizeof *a) == 0, "qsort of %zu", n);
        for (size_t i = 1; i < n; i++)
            CHECK(b[i - 1].key < b[i].key ||
                      (b[i - 1].key == b[i].key && b[i - 1].position < b[i].position),
                  "not stable at %zu", i);
        int factor = -1;
        t_qsort_r(b, n, sizeof *b, by_key_with, &factor);
        qsort_r(a, n, sizeof *a, by_key_with, &factor);
        CHECK(memcmp(a, b, n * sizeof *a) == 0, "qsort_r of %zu", n);
        int numbers[40], key = (int)(next_random() % 100);
        for (int i = 0; i < 40; i++)
            numbers[i] = 2 * i + round % 3;
        CHECK(bsearch(&key, numbers, 40, 4, by_int) == t_bsearch(&key, numbers, 40, 4, by_int),
              "bsearch %d", key);
    }
}

static void compare_random(void) {
    for (int i = 0; i < 2000; i++)
        CHECK(rand() == t_rand(), "rand %d", i);
    for (int round = 0; round < 200; round++) {
        unsigned seed = round < 2 ? (unsigned)-round : (unsigned)next_random();
        unsigned seed_a = seed, seed_b = seed;
        srand(seed), t_srand(seed);
        srand48(seed), t_srand48(seed);
        for (int i = 0; i < 50; i++) {
            CHECK(random() == t_random(), "random, seed %u", seed);
            CHECK(rand_r(&seed_a) == t_rand_r(&seed_b) && seed_a == seed_b, "rand_r %u", seed);
            CHECK(drand48() == t_drand48() && lrand48() == t_lrand48() && mrand48() == t_mrand48(),
                  "48-bit generators, seed %u", seed);
        }
    }
}

#define SAME_BITS(a, b, size) (memcmp(&(a), &(b), size) == 0 || ((a) != (a) && (b) != (b)))
#define COMPARE_REAL_FUNCTIONS(real, suffix, size, x, y)                                       \
    do {                                                                                       \
        real va, vb, wa = 0, wb = 0;                                                           \
        int ea = 0, eb = 0, n = (int)(next_random() % 4000) - 2000;                            \
        va = ldexp##suffix(x, n), vb = t_ldexp##suffix(x, n);                                  \
        CHECK(SAME_BITS(va, vb, size), "ldexp %La %d", (long double)x, n);                     \
        va = frexp##suffix(x, &ea), vb = t_frexp##suffix(x, &eb);                              \
        CHECK(SAME_BITS(va, vb, size) && ea == eb, "frexp %La %d %d", (long double)x, ea, eb); \
        va = modf##suffix(x, &wa), vb = t_modf##suffix(x, &wb);                                \
        CHECK(SAME_BITS(va, vb, size) && SAME_BITS(wa, wb, size), "modf %La", (long double)x); \
        va = nextafter##suffix(x, y), vb = t_nextafter##suffix(x, y);                          \
        CHECK(SAME_BITS(va, vb, size), "nextafter %La %La: %La %La", (long double)x,           \
              (long double)y, (long double)va, (long double)vb);                               \
        va = remainder##suffix(x, y), vb = t_remainder##suffix(x, y);                          \
        CHECK(SAME_BITS(va, vb, size), "remainder %La %La: %La %La", (long double)x,           \
              (long double)y, (long double)va, (long double)vb);                               \
    } while (0)

static void compare_math(void) {
    static const double special[] = {0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, INFINITY, -INFINITY,
                                     NAN, 0x1p-1074, 0x1p-1022, -0x1.fffffffffffffp1023, 3, 4.5};
    for (int turn = 0; turn < 60000; turn++) {
        double x = random_double(), y = random_double();
        if (turn % 3 == 0)
            x = ldexp(x, -ilogb(x) + (int)(next_random() % 60) - 5);
        if (turn % 5 == 0)
            y = x * (1 + (int)(next_random() % 9)) / 2;
        if (turn % 4 == 0)
            x = special[next_random() % 16];
        if (turn % 8 == 0)
            y = special[next_random() % 16];
        COMPARE_REAL_FUNCTIONS(double, , 8, x, y);
        float xf = (float)x, yf = (float)y;
        COMPARE_REAL_FUNCTIONS(float, f, 4, xf, yf);
        long double xl = turn % 4 == 0 ? (long double)x : random_long_double();
        long double yl = turn % 8 == 0 ? (long double)y : xl * (int)(next_random() % 9) / 4;
        COMPARE_REAL_FUNCTIONS(long double, l, 10, xl, yl);
        CHECK(ilogb(x) == t_ilogb(x) && ilogbl(xl) == t_ilogbl(xl), "ilogb %a", x);
        CHECK(__fpclassify(x) == t___fpclassify(x) && __fpclassifyl(xl) == t___fpclassifyl(xl) &&
                  __isinf(x) == t___isinf(x) && !__signbit(x) == !t___signbit(x), "class %a", x);
        double va, vb;
#define ONE(name) va = name(x), vb = t_##name(x); CHECK(SAME_BITS(va, vb, 8), #name " %a", x)
#define TWO(name)                          \
    va = name(x, y), vb = t_##name(x, y); \
    CHECK(SAME_BITS(va, vb, 8), #name " %a %a", x, y)
        ONE(floor); ONE(ceil); ONE(trunc); ONE(rint); ONE(round); ONE(sqrt); ONE(logb);
        TWO(fmin); TWO(fmax); TWO(fdim); TWO(copysign);
        CHECK(lround(x) == t_lround(x) && llrint(x) == t_llrint(x), "lround %a", x);
    }
}

static void compare_environment_and_output(void) {
    CHECK(t_getenv("NAME") == NULL, "empty environment");
    CHECK(t_setenv("NAME", "one", 1) == 0 && strcmp(t_getenv("NAME"), "one") == 0, "setenv");
    CHECK(t_setenv("NAME", "two", 0) == 0 && strcmp(t_getenv("NAME"), "one") == 0, "kept");
    static char entry[] = "OTHER=3";
    CHECK(t_putenv(entry) == 0 && strcmp(t_getenv("OTHER"), "3") == 0, "putenv");
    CHECK(t_unsetenv("NAME") == 0 && t_getenv("NAME") == NULL && t_getenv("OTHER"), "unsetenv");
    CHECK(t_setenv("A=B", "", 1) == -1 && T_ERRNO == EINVAL, "bad name");

    extern int t_fputs(const char *, void *);
    extern size_t t_fwrite(const void *, size_t, size_t, void *);
    extern void t_perror(const char *);
    extern void *t_stdin, *t_stdout, *t_stderr;
    extern int t___sprintf_chk(char *, int, size_t, const char *, ...);
    CHECK(t_puts("ab") == 3 && t_putchar('c') == 'c' && t_fputs("de", t_stderr) == 1, "output");
    CHECK(t_fwrite("xyz", 1, 3, t_stdout) == 3 && t_fputs("no", t_stdin) == EOF, "fwrite");
    T_ERRNO = ENOENT;
    t_perror("p");
    const char *expected = "1ab1\n1c2de1xyz2p2: 2No such file or directory2\n";
    CHECK(written_size == strlen(expected) && memcmp(written, expected, written_size) == 0,
          "output '%.*s'", (int)written_size, written);
    char text[20];
    CHECK(t___sprintf_chk(text, 1, sizeof text, "%d-%s", 12, "x") == 4 && !strcmp(text, "12-x"),
          "sprintf_chk %s", text);
    void *memory = NULL;
    CHECK(t_posix_memalign(&memory, 3, 10) == EINVAL && t_posix_memalign(&memory, 64, 10) == 0,
          "posix_memalign");
    free(memory);
}

static void first_handler(void) { strcat(exit_log, "first "); }
static void late_handler(void) { strcat(exit_log, "late "); }
static void registering_handler(void) { strcat(exit_log, "registering "), t_atexit(late_handler); }
static void status_handler(int status, void *argument) {
    strcat(exit_log, status == 7 ? argument : "wrong");
}
static int counted;
static void counting_handler(void) { counted++; }

void t___dunlin_exit(int status) {
    CHECK(status == 7 && strcmp(exit_log, "status registering late first fini ") == 0, "%s", exit_log);
    CHECK(counted == 100, "%d handlers ran", counted);
    printf("%ld comparisons, %d differences\n", checks, failures);
    exit(failures != 0);
}

int main(void) {
    compare_ctype();
    compare_strings();
    compare_integers();
    compare_reals();
    compare_sorting();
    compare_random();
    compare_math();
    compare_environment_and_output();
    t_atexit(first_handler);
    for (int i = 0; i < 100; i++)
        t_atexit(counting_handler);
    t_atexit(registering_handler);
    t_on_exit(status_handler, "status ");
    t_exit(7);
}
