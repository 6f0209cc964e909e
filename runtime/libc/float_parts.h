/* Taking floating-point numbers apart and putting them together, for all three formats of x86.
 *
 * A finite number is (-1)^negative * significand * 2^exponent. Packing rounds to nearest, ties to
 * even, which is the only rounding mode that analysed programs have. */
#ifndef DUNLIN_FLOAT_PARTS_H
#define DUNLIN_FLOAT_PARTS_H

#include "dunlin_libc.h"

enum float_kind { KIND_NAN, KIND_INFINITE, KIND_ZERO, KIND_FINITE };

struct float_parts {
    enum float_kind kind;
    int negative;
    uint64_t significand;
    int exponent;
};

/* precision: bits of the significand with the leading one;
 * least_exponent: the exponent of the lowest bit of a subnormal number;
 * exponent_mask: the exponent field of infinities and NaNs. */
struct float_format {
    int precision;
    int least_exponent;
    int exponent_mask;
};

static const struct float_format format_f = {24, -149, 0xff};
static const struct float_format format_d = {53, -1074, 0x7ff};
static const struct float_format format_l = {64, -16445, 0x7fff};

union bits_f {
    float value;
    uint32_t bits;
};

union bits_d {
    double value;
    uint64_t bits;
};

union bits_l {
    long double value;
    struct {
        uint64_t significand;
        uint16_t sign_and_exponent;
    } bits;
};

/* What lies below the lowest bit of a significand, in units of that bit. */
enum remainder { EXACT, BELOW_HALF, HALF, ABOVE_HALF };

/* The encoding of a number: exponent field and all bits of the significand, the leading one
 * included. `inexact_tiny` tells whether it lost bits and is below the normal numbers. */
struct encoded {
    int exponent_field;
    uint64_t significand;
    int overflow, inexact_tiny;
};

static inline enum remainder shifted_out(uint64_t significand, int shift, enum remainder below) {
    uint64_t lost = shift >= 64 ? significand : significand & ((1ull << shift) - 1);
    uint64_t half = shift > 64 ? 0 : 1ull << (shift - 1);
    if (lost == 0)
        return below == EXACT ? EXACT : BELOW_HALF;
    if (half == 0 || lost < half)
        return BELOW_HALF;
    return lost == half && below == EXACT ? HALF : ABOVE_HALF;
}

static inline struct encoded encode(const struct float_format *format, uint64_t significand,
                                    int exponent, enum remainder below) {
    struct encoded result = {0, 0, 0, 0};
    if (significand == 0 && below == EXACT)
        return result;
    int shift = 0; /* to the right */
    if (significand != 0)
        shift = 64 - __builtin_clzll(significand) - format->precision;
    if (exponent + shift < format->least_exponent || significand == 0)
        shift = format->least_exponent - exponent;
    if (shift > 0) {
        below = shifted_out(significand, shift, below);
        significand = shift >= 64 ? 0 : significand >> shift;
        exponent += shift;
    } else if (shift < 0 && below == EXACT) {
        significand <<= -shift;
        exponent += shift;
    }
    uint64_t leading = 1ull << (format->precision - 1);
    result.inexact_tiny = below != EXACT && significand < leading;
    if (below == ABOVE_HALF || (below == HALF && (significand & 1))) {
        significand++;
        if (significand == 0 || significand == leading << 1) {
            significand = leading;
            exponent++;
        }
    }
    result.exponent_field =
        significand < leading ? 0 : exponent - format->least_exponent + 1;
    result.significand = significand;
    if (result.exponent_field >= format->exponent_mask) {
        result.exponent_field = format->exponent_mask;
        result.significand = leading;
        result.overflow = 1;
    }
    return result;
}

/* Infinity is the significand with the leading one alone. */
static inline float assemble_f(int negative, int exponent_field, uint64_t significand) {
    union bits_f u = {.bits = (uint32_t)negative << 31 | (uint32_t)exponent_field << 23 |
                              ((uint32_t)significand & 0x7fffff)};
    return u.value;
}

static inline double assemble_d(int negative, int exponent_field, uint64_t significand) {
    union bits_d u = {.bits = (uint64_t)negative << 63 | (uint64_t)exponent_field << 52 |
                              (significand & 0xfffffffffffff)};
    return u.value;
}

static inline long double assemble_l(int negative, int exponent_field, uint64_t significand) {
    union bits_l u = {.bits = {significand, (uint16_t)(negative << 15 | exponent_field)}};
    return u.value;
}

static inline struct float_parts classify(const struct float_format *format, int negative,
                                          int exponent_field, uint64_t fraction) {
    uint64_t leading = 1ull << (format->precision - 1);
    struct float_parts parts = {KIND_FINITE, negative, fraction, format->least_exponent};
    if (exponent_field == format->exponent_mask)
        parts.kind = fraction == 0 ? KIND_INFINITE : KIND_NAN;
    else if (exponent_field == 0 && fraction == 0)
        parts.kind = KIND_ZERO;
    else if (exponent_field != 0) {
        parts.significand |= leading;
        parts.exponent += exponent_field - 1;
    }
    return parts;
}

static inline struct float_parts unpack_f(float x) {
    union bits_f u = {x};
    return classify(&format_f, u.bits >> 31, u.bits >> 23 & 0xff, u.bits & 0x7fffff);
}

static inline struct float_parts unpack_d(double x) {
    union bits_d u = {x};
    return classify(&format_d, (int)(u.bits >> 63), (int)(u.bits >> 52 & 0x7ff),
                    u.bits & 0xfffffffffffff);
}

static inline struct float_parts unpack_l(long double x) {
    union bits_l u = {x};
    /* Bit 63 is stored; a subnormal number has it clear. */
    int field = u.bits.sign_and_exponent & 0x7fff;
    struct float_parts parts = classify(&format_l, u.bits.sign_and_exponent >> 15, field,
                                        u.bits.significand & INT64_MAX);
    if (parts.kind == KIND_FINITE)
        parts.significand = u.bits.significand;
    return parts;
}

#endif
