/* A frame of 8 input bytes: start byte, length, payload, and a CRC-8 over length and payload. */
#include <klee/klee.h>
#include <stdint.h>

#define SIZE 8
#define START 0x7e

enum verdict { GOOD, NO_START, BAD_LENGTH, BAD_SUM, RESERVED };

/* Without branches, so that the sum is one formula. */
static uint8_t crc8(const uint8_t *bytes, int count) {
    uint8_t crc = 0;
    for (int i = 0; i < count; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (uint8_t)(crc << 1) ^ (uint8_t)(-(crc >> 7) & 0x07);
    }
    return crc;
}

static enum verdict check(const uint8_t *frame) {
    if (frame[0] != START)
        return NO_START;
    uint8_t length = frame[1];
    if (length == 0 || length > SIZE - 3)
        return BAD_LENGTH;
    /* Each length is a path of its own. */
    int count = 1;
    while (count < length)
        count++;
    if (crc8(frame + 1, count + 1) != frame[count + 2])
        return BAD_SUM;
    for (int i = 0; i < count; i++) {
        if (frame[2 + i] == START)
            return RESERVED;
    }
    return GOOD;
}

int main(void) {
    uint8_t frame[SIZE];
    klee_make_symbolic(frame, sizeof frame, "frame");
    return check(frame);
}
