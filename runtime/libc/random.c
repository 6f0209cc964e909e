/* stdlib.h: pseudo-random numbers, the same sequences as glibc's.
 *
 * random and rand share an additive feedback generator of degree 31 and separation 3, seeded by
 * the multiplicative generator 16807 modulo 2^31 - 1; its first 310 outputs are thrown away. */
#include "dunlin_libc.h"

#define DEGREE 31
#define SEPARATION 3

static uint32_t state[DEGREE];
static int front, rear;
static int seeded;

static uint32_t step(void) {
    uint32_t sum = state[front] + state[rear];
    state[front] = sum;
    front = front + 1 == DEGREE ? 0 : front + 1;
    rear = rear + 1 == DEGREE ? 0 : rear + 1;
    return sum >> 1;
}

void srandom(unsigned seed) {
    int32_t word = seed == 0 ? 1 : (int32_t)seed;
    state[0] = (uint32_t)word;
    for (int i = 1; i < DEGREE; i++) {
        /* 16807 * word modulo 2^31 - 1 without overflow (Schrage's method). */
        word = 16807 * (word % 127773) - 2836 * (word / 127773);
        if (word < 0)
            word += INT32_MAX;
        state[i] = (uint32_t)word;
    }
    front = SEPARATION;
    rear = 0;
    seeded = 1;
    for (int i = 0; i < 10 * DEGREE; i++)
        step();
}
void srand(unsigned seed) ALIAS_OF(srandom);

long random(void) {
    if (!seeded)
        srandom(1);
    return (long)step();
}

int rand(void) {
    return (int)random();
}

int rand_r(unsigned *seed) {
    unsigned next = *seed, result = 0;
    static const unsigned char bits[3] = {11, 10, 10};
    for (int i = 0; i < 3; i++) {
        next = next * 1103515245u + 12345u;
        result = (result << bits[i]) ^ ((next >> 16) & ((1u << bits[i]) - 1));
    }
    *seed = next;
    return (int)result;
}

/* The 48-bit linear congruential family. */
#define MASK48 ((1ull << 48) - 1)
#define DEFAULT_FACTOR 0x5DEECE66Dull
#define DEFAULT_ADDEND 0xB

static uint64_t factor = DEFAULT_FACTOR, addend = DEFAULT_ADDEND;
static unsigned short shared[3];

static uint64_t join(const unsigned short words[3]) {
    return (uint64_t)words[0] | (uint64_t)words[1] << 16 | (uint64_t)words[2] << 32;
}

static void split(unsigned short words[3], uint64_t value) {
    words[0] = (unsigned short)value;
    words[1] = (unsigned short)(value >> 16);
    words[2] = (unsigned short)(value >> 32);
}

static uint64_t step48(unsigned short words[3]) {
    uint64_t next = (join(words) * factor + addend) & MASK48;
    split(words, next);
    return next;
}

double erand48(unsigned short words[3]) {
    return (double)step48(words) / (double)(1ull << 48);
}

long nrand48(unsigned short words[3]) {
    return (long)(step48(words) >> 17);
}

long jrand48(unsigned short words[3]) {
    return (int32_t)(step48(words) >> 16);
}

double drand48(void) {
    return erand48(shared);
}

long lrand48(void) {
    return nrand48(shared);
}

long mrand48(void) {
    return jrand48(shared);
}

void srand48(long seed) {
    split(shared, (uint64_t)(uint32_t)seed << 16 | 0x330E);
    factor = DEFAULT_FACTOR;
    addend = DEFAULT_ADDEND;
}

unsigned short *seed48(unsigned short words[3]) {
    static unsigned short previous[3];
    split(previous, join(shared));
    split(shared, join(words));
    factor = DEFAULT_FACTOR;
    addend = DEFAULT_ADDEND;
    return previous;
}

void lcong48(unsigned short parameters[7]) {
    split(shared, join(parameters));
    factor = join(parameters + 3);
    addend = parameters[6];
}
