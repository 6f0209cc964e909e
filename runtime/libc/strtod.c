/* stdlib.h: conversion of text to floating-point numbers, correctly rounded for every input.
 *
 * A decimal number is kept exactly, as limbs of nine decimal digits on both sides of the decimal
 * point, and is doubled or halved by powers of two until its integer part is the significand.
 * Doubling loses nothing. Halving may push digits out at the low end; only whether something
 * nonzero was pushed out matters, because half of the significand's lowest bit is far above. */
#include "float_parts.h"

#define LIMB 1000000000u
#define LIMB_DIGITS 9
#define MAX_SHIFT 29 /* LIMB << MAX_SHIFT fits 64 bits */

/* Digits that can decide the rounding: no number between two neighbours of the format has more
 * significant ones (767 for double, 11514 for long double); what follows them counts as a 1. */
#define DIGITS_D 800
#define DIGITS_L 11600

/* Decimal exponents outside of these bounds overflow, or vanish, in the format. */
struct decimal_limits {
    int digits, most, least;
};

/* Limbs in front of the number's own, for the integer part (up to 64 bits) that doubling makes. */
#define RESERVED 3

/* Integer limbs of the largest number and fraction limbs of the smallest with all its digits. */
#define LIMBS(digits, most, least)                                                        \
    (RESERVED + ((most) + LIMB_DIGITS) / LIMB_DIGITS + ((digits) - (least)) / LIMB_DIGITS + 2)
#define MOST_D 310
#define LEAST_D (-345)
#define MOST_L 4934
#define LEAST_L (-4970)

/* limbs[first .. point) is the integer part, most significant first; limbs[point .. end) the
 * fraction. There is room for integer limbs below `first`. */
struct decimal {
    uint32_t *limbs;
    int first, point, end;
    int lost; /* something nonzero below the last limb */
};

static void multiply(struct decimal *d, int shift) {
    uint64_t carry = 0;
    for (int i = d->end - 1; i >= d->first; i--) {
        uint64_t v = ((uint64_t)d->limbs[i] << shift) + carry;
        d->limbs[i] = (uint32_t)(v % LIMB);
        carry = v / LIMB;
    }
    if (carry > 0)
        d->limbs[--d->first] = (uint32_t)carry;
    while (d->end > d->point && d->limbs[d->end - 1] == 0)
        d->end--;
}

static void halve(struct decimal *d, int shift) {
    uint64_t rest = 0;
    if (d->end == d->point) /* one fraction limb at least, which tells half from more and less */
        d->limbs[d->end++] = 0;
    for (int i = d->first; i < d->end; i++) {
        uint64_t v = rest * LIMB + d->limbs[i];
        d->limbs[i] = (uint32_t)(v >> shift);
        rest = v & ((1u << shift) - 1);
    }
    if (rest > 0)
        d->lost = 1;
    while (d->first < d->point && d->limbs[d->first] == 0)
        d->first++;
}

static int bit_length(uint64_t v) {
    return v == 0 ? 0 : 64 - __builtin_clzll(v);
}

/* The integer part, when it has at most 64 bits. */
static int integer_part(const struct decimal *d, uint64_t *value) {
    if (d->point - d->first > 3)
        return 0;
    *value = 0;
    for (int i = d->first; i < d->point; i++)
        if (__builtin_mul_overflow(*value, LIMB, value) ||
            __builtin_add_overflow(*value, d->limbs[i], value))
            return 0;
    return 1;
}

static enum remainder fraction_part(const struct decimal *d) {
    int more = d->lost;
    for (int i = d->point + 1; i < d->end; i++)
        more |= d->limbs[i] != 0;
    uint32_t top = d->point < d->end ? d->limbs[d->point] : 0;
    if (top < LIMB / 2)
        return top == 0 && !more ? EXACT : BELOW_HALF;
    return top == LIMB / 2 && !more ? HALF : ABOVE_HALF;
}

/* Rounds up to a normal number even with unbounded exponents: then the result is not tiny. */
static int rounds_to_normal(const struct decimal *d, uint64_t significand, int precision) {
    uint64_t all_ones = (1ull << (precision - 1)) - 1;
    return significand == all_ones && d->point < d->end && d->limbs[d->point] >= LIMB / 4 * 3;
}

static struct encoded encode_decimal(struct decimal *d, const struct float_format *format) {
    int exponent = 0;
    for (;;) {
        uint64_t value;
        int fits = integer_part(d, &value);
        int excess; /* bits that the integer part surely has beyond the precision */
        if (fits)
            excess = bit_length(value) - format->precision;
        else
            excess = MAX_SHIFT * (d->point - d->first - 1) + bit_length(d->limbs[d->first]) - 1 -
                     format->precision;
        if (!fits || excess > 0) {
            int shift = excess < 1 ? 1 : excess > MAX_SHIFT ? MAX_SHIFT : excess;
            halve(d, shift);
            exponent += shift;
            continue;
        }
        int missing = -excess;
        if (missing > exponent - format->least_exponent)
            missing = exponent - format->least_exponent;
        if (missing == 0 || (d->point == d->end && !d->lost)) {
            struct encoded result = encode(format, value, exponent, fraction_part(d));
            if (rounds_to_normal(d, value, format->precision))
                result.inexact_tiny = 0;
            return result;
        }
        int shift = missing > MAX_SHIFT ? MAX_SHIFT : missing;
        multiply(d, shift);
        exponent -= shift;
    }
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int hex_value(char c) {
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c;
}

/* The text without letter case at `s`, or 0. */
static size_t matches(const char *s, const char *word) {
    size_t n = 0;
    while (word[n] != '\0') {
        if (lower(s[n]) != word[n])
            return 0;
        n++;
    }
    return n;
}

/* An exponent after `mark` at *s, moving *s behind it; 0 when there is none. Saturates far above
 * what any number of digits in memory could make up for. */
static long parse_exponent(const char **s, char mark) {
    const char *at = *s;
    if (lower(*at) != mark)
        return 0;
    at++;
    int negative = *at == '-';
    if (*at == '-' || *at == '+')
        at++;
    if (!is_digit(*at))
        return 0;
    long value = 0;
    for (; is_digit(*at); at++)
        if (value < LONG_MAX / 20)
            value = value * 10 + (*at - '0');
    *s = at;
    return negative ? -value : value;
}

static const struct encoded zero = {0, 0, 0, 0};

static struct encoded vanished(void) {
    return (struct encoded){0, 0, 0, 1};
}

static struct encoded overflowed(const struct float_format *format) {
    return (struct encoded){format->exponent_mask, 1ull << (format->precision - 1), 1, 0};
}

/* Digits from *s, at least one of which exists. `limbs` has room for LIMBS of the limits. */
static struct encoded parse_decimal(const char **s, const struct float_format *format,
                                    const struct decimal_limits *limits, uint32_t *limbs) {
    const char *start = *s, *at = start;
    /* The number is 0.d1d2d3... * 10^magnitude, d1 the first digit that is not zero. */
    long magnitude = 0;
    const char *first = NULL, *last = NULL;
    int after_point = 0;
    for (;; at++) {
        if (*at == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        if (!is_digit(*at))
            break;
        if (*at != '0') {
            last = at;
            if (first == NULL)
                first = at;
        }
        if (after_point)
            magnitude -= first == NULL;
        else
            magnitude += first != NULL;
    }
    long exponent = parse_exponent(&at, 'e');
    *s = at;
    if (first == NULL)
        return zero;
    magnitude += exponent;
    if (magnitude > limits->most)
        return overflowed(format);
    if (magnitude < limits->least)
        return vanished();

    struct decimal d = {limbs, RESERVED, RESERVED, RESERVED, 0};
    if (magnitude > 0)
        d.point += (int)(magnitude + LIMB_DIGITS - 1) / LIMB_DIGITS;
    /* Zeros between the decimal point, or the start of the first limb, and the first digit. */
    int zeros = (d.point - RESERVED) * LIMB_DIGITS - (int)magnitude;
    for (int limb = 0; limb < zeros / LIMB_DIGITS; limb++)
        limbs[d.end++] = 0;
    int filled = zeros % LIMB_DIGITS; /* digits in the limb being made */
    int taken = 0;
    uint32_t limb = 0;
    for (const char *digit = first; digit <= last && taken <= limits->digits; digit++) {
        if (*digit == '.')
            continue;
        limb = limb * 10 + (taken == limits->digits ? 1 : (uint32_t)(*digit - '0'));
        taken++;
        filled++;
        if (filled == LIMB_DIGITS) {
            limbs[d.end++] = limb;
            limb = 0;
            filled = 0;
        }
    }
    if (filled > 0) {
        for (; filled < LIMB_DIGITS; filled++)
            limb *= 10;
        limbs[d.end++] = limb;
    }
    while (d.end < d.point)
        limbs[d.end++] = 0;
    while (d.first < d.point && limbs[d.first] == 0)
        d.first++;
    return encode_decimal(&d, format);
}

/* Hexadecimal digits from *s (behind "0x"), at least one of which exists. */
static struct encoded parse_hexadecimal(const char **s, const struct float_format *format) {
    const char *at = *s;
    uint64_t significand = 0;
    long exponent = 0;
    int half = 0, more = 0, full = 0, after_point = 0;
    for (;; at++) {
        if (*at == '.' && !after_point) {
            after_point = 1;
            continue;
        }
        int digit = hex_value(*at);
        if (digit < 0)
            break;
        if (after_point)
            exponent -= 4;
        for (int bit = 3; bit >= 0; bit--) {
            int one = digit >> bit & 1;
            if (significand >> 63 == 0) {
                significand = significand << 1 | (unsigned)one;
            } else {
                more |= full && one;
                if (!full)
                    half = one;
                full = 1;
                exponent++;
            }
        }
    }
    exponent += parse_exponent(&at, 'p');
    *s = at;
    if (significand == 0)
        return zero;
    if (exponent > 20000)
        return overflowed(format);
    if (exponent < -20000)
        return vanished();
    enum remainder below = half ? (more ? ABOVE_HALF : HALF) : (more ? BELOW_HALF : EXACT);
    struct encoded result = encode(format, significand, (int)exponent, below);
    if (result.inexact_tiny) {
        /* Not tiny if rounding with an unbounded exponent reaches the normal numbers. */
        struct float_format unbounded = *format;
        unbounded.least_exponent -= 100;
        unbounded.exponent_mask += 200;
        result.inexact_tiny =
            encode(&unbounded, significand, (int)exponent, below).exponent_field < 101;
    }
    return result;
}

/* "nan" or "nan(digits)" at *s: the payload goes into the low bits of the significand. */
static struct encoded parse_nan(const char **s, const struct float_format *format) {
    uint64_t leading = 1ull << (format->precision - 1), payload = 0;
    const char *at = *s + 3;
    *s = at;
    if (*at == '(') {
        const char *inside = ++at;
        while (is_digit(*at) || (lower(*at) >= 'a' && lower(*at) <= 'z') || *at == '_')
            at++;
        if (*at == ')') {
            char *end;
            payload = strtoull(inside, &end, 0);
            if (end != at)
                payload = 0;
            *s = at + 1;
        }
    }
    return (struct encoded){format->exponent_mask,
                            leading | leading >> 1 | (payload & ((leading >> 1) - 1)), 0, 0};
}

static struct encoded parse(const char *text, char **end, int *negative,
                            const struct float_format *format,
                            const struct decimal_limits *limits, uint32_t *limbs) {
    const char *s = text;
    while (*s == ' ' || (*s >= '\t' && *s <= '\r'))
        s++;
    *negative = *s == '-';
    if (*s == '-' || *s == '+')
        s++;

    struct encoded result = zero;
    const char *hex = s + 2;
    size_t length;
    if ((length = matches(s, "infinity")) != 0 || (length = matches(s, "inf")) != 0) {
        s += length;
        result = overflowed(format);
        result.overflow = 0;
    } else if (matches(s, "nan")) {
        result = parse_nan(&s, format);
    } else if (matches(s, "0x") && (hex_value(*hex) >= 0 || (*hex == '.' && hex_value(hex[1]) >= 0))) {
        result = parse_hexadecimal(&hex, format);
        s = hex;
    } else if (is_digit(*s) || (*s == '.' && is_digit(s[1]))) {
        result = parse_decimal(&s, format, limits, limbs);
    } else {
        *negative = 0;
        s = text;
    }
    if (end != NULL)
        *end = (char *)s;
    if (result.overflow || result.inexact_tiny)
        errno = ERANGE;
    return result;
}

/* float has fewer digits and a smaller range than double: its bounds are generous. */
static const struct decimal_limits limits_d = {DIGITS_D, MOST_D, LEAST_D};
static const struct decimal_limits limits_l = {DIGITS_L, MOST_L, LEAST_L};

float strtof(const char *restrict s, char **restrict end) {
    uint32_t limbs[LIMBS(DIGITS_D, MOST_D, LEAST_D)];
    int negative;
    struct encoded e = parse(s, end, &negative, &format_f, &limits_d, limbs);
    return assemble_f(negative, e.exponent_field, e.significand);
}

double strtod(const char *restrict s, char **restrict end) {
    uint32_t limbs[LIMBS(DIGITS_D, MOST_D, LEAST_D)];
    int negative;
    struct encoded e = parse(s, end, &negative, &format_d, &limits_d, limbs);
    return assemble_d(negative, e.exponent_field, e.significand);
}

long double strtold(const char *restrict s, char **restrict end) {
    uint32_t limbs[LIMBS(DIGITS_L, MOST_L, LEAST_L)];
    int negative;
    struct encoded e = parse(s, end, &negative, &format_l, &limits_l, limbs);
    return assemble_l(negative, e.exponent_field, e.significand);
}

double atof(const char *s) {
    return strtod(s, NULL);
}
