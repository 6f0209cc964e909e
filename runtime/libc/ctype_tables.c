/* The tables behind glibc's ctype.h macros, for the C locale.
 *
 * Programs compiled with glibc's headers index the tables with -128 to 255;
 * the values are bit for bit glibc's on a little-endian machine. */
#include "dunlin_libc.h"

enum {
    UPPER = 0x0100,
    LOWER = 0x0200,
    ALPHA = 0x0400,
    DIGIT = 0x0800,
    XDIGIT = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
    BLANK = 0x0001,
    CNTRL = 0x0002,
    PUNCT = 0x0004,
    ALNUM = 0x0008,
    VISIBLE = PRINT | GRAPH,
    LETTER = VISIBLE | ALPHA | ALNUM,
};

#define FIRST (-128)
#define AT(c) [(c)-FIRST]
#define RANGE(low, high) [(low)-FIRST ... (high)-FIRST]

static const unsigned short classes[384] = {
    RANGE(0, 8) = CNTRL,
    AT('\t') = CNTRL | SPACE | BLANK,
    RANGE('\n', '\r') = CNTRL | SPACE,
    RANGE(14, 31) = CNTRL,
    AT(' ') = SPACE | PRINT | BLANK,
    RANGE('!', '/') = VISIBLE | PUNCT,
    RANGE('0', '9') = VISIBLE | DIGIT | XDIGIT | ALNUM,
    RANGE(':', '@') = VISIBLE | PUNCT,
    RANGE('A', 'F') = LETTER | UPPER | XDIGIT,
    RANGE('G', 'Z') = LETTER | UPPER,
    RANGE('[', '`') = VISIBLE | PUNCT,
    RANGE('a', 'f') = LETTER | LOWER | XDIGIT,
    RANGE('g', 'z') = LETTER | LOWER,
    RANGE('{', '~') = VISIBLE | PUNCT,
    AT(127) = CNTRL,
};

/* n consecutive values from `v` on. */
#define TWO(v) (v), (v) + 1
#define FOUR(v) TWO(v), TWO((v) + 2)
#define EIGHT(v) FOUR(v), FOUR((v) + 4)
#define SIXTEEN(v) EIGHT(v), EIGHT((v) + 8)
#define LETTERS(v) SIXTEEN(v), EIGHT((v) + 16), TWO((v) + 24)
#define SIXTY_FOUR(v) SIXTEEN(v), SIXTEEN((v) + 16), SIXTEEN((v) + 32), SIXTEEN((v) + 48)

/* Index -1 is EOF, which maps to itself; the other negative indices are the
 * characters above 127 seen as signed char. */
#define NEGATIVE_PART                                                                            \
    SIXTY_FOUR(128), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), EIGHT(240), FOUR(248), TWO(252), \
        254, -1

static const int32_t to_upper[384] = {
    NEGATIVE_PART, SIXTY_FOUR(0),  '@',         LETTERS('A'),   FOUR('['),
    TWO('_'),      LETTERS('A'),   FOUR('{'),   127,            SIXTY_FOUR(128),
    SIXTY_FOUR(192),
};

static const int32_t to_lower[384] = {
    NEGATIVE_PART, SIXTY_FOUR(0),  '@',         LETTERS('a'),   FOUR('['),
    TWO('_'),      LETTERS('a'),   FOUR('{'),   127,            SIXTY_FOUR(128),
    SIXTY_FOUR(192),
};

static const unsigned short *classes_at_zero = classes - FIRST;
static const int32_t *to_upper_at_zero = to_upper - FIRST;
static const int32_t *to_lower_at_zero = to_lower - FIRST;

const unsigned short **__ctype_b_loc(void) {
    return &classes_at_zero;
}

const int32_t **__ctype_toupper_loc(void) {
    return &to_upper_at_zero;
}

const int32_t **__ctype_tolower_loc(void) {
    return &to_lower_at_zero;
}

size_t __ctype_get_mb_cur_max(void) {
    return 1;
}
