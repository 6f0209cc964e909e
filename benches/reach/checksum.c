// Frames are received and checked (magic number, version, length, checksum) before their options are
// read. The bug is behind the check: an option of length zero in a frame that was fragmented. The checksum
// branches on the carry of every byte; frames that are not right are dumped.
//
// Reached by the frame: d7 4e 01 05 | 05 42 00 01 00 | b7 (version 1, 5 bytes: flags FRAGMENT and
// OPTIONS, fragment 2 of 4, offset 0, option 1 of length 0).
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAGIC_FIRST 0xd7
#define MAGIC_SECOND 0x4e
#define HEADER_SIZE 4
#define MAX_PAYLOAD 5
#define MAX_FRAMES 2
#define FRAME_SIZE (HEADER_SIZE + MAX_PAYLOAD + 1)

enum { FRAGMENT = 1, URGENT = 2, OPTIONS = 4, KNOWN_FLAGS = 7 };
enum option { OPTION_END, OPTION_WINDOW, OPTION_NAME, OPTION_ROUTE };
enum status { ACCEPTED, NO_FRAME, WRONG_VERSION, WRONG_LENGTH, WRONG_CHECKSUM, MALFORMED, STATUSES };

struct frame {
    unsigned char flags;
    unsigned char fragment;
    unsigned char fragments;
    unsigned char offset;
    const unsigned char *options;
    int option_bytes;
};

struct peer {
    int window;
    int urgent;
    int named;
    int hops;
    int pending;
};

static int counts[STATUSES];
static int printable;

/* The sum with the carries added, complemented, as in IP headers but of bytes. */
static unsigned char sum(const unsigned char *bytes, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += bytes[i];
        if (sum > 0xff)
            sum -= 0xff;
    }
    return (unsigned char)~sum;
}

/* Shows the start of a frame that was not accepted. */
static void dump(const unsigned char *bytes, int count) {
    for (int i = 0; i < count; i++) {
        if (bytes[i] >= ' ' && bytes[i] <= '~')
            printable++;
        fputs(i % 8 == 7 ? "\n" : " ", stderr);
    }
}

static enum status check_header(const unsigned char *bytes, int count, int *payload) {
    if (count < HEADER_SIZE + 1 || bytes[0] != MAGIC_FIRST || bytes[1] != MAGIC_SECOND)
        return NO_FRAME;
    if (bytes[2] != 1)
        return WRONG_VERSION;
    *payload = bytes[3];
    if (*payload < 3 || HEADER_SIZE + *payload + 1 > count)
        return WRONG_LENGTH;
    return ACCEPTED;
}

static enum status check_sum(const unsigned char *bytes, int payload) {
    int covered = HEADER_SIZE + payload;
    return sum(bytes + HEADER_SIZE, payload) == bytes[covered] ? ACCEPTED : WRONG_CHECKSUM;
}

static enum status parse_frame(const unsigned char *payload, int count, struct frame *frame) {
    int at = 0;
    frame->flags = payload[at++];
    if (frame->flags & ~KNOWN_FLAGS)
        return MALFORMED;
    frame->fragment = 0;
    frame->fragments = 1;
    frame->offset = 0;
    if (frame->flags & FRAGMENT) {
        frame->fragment = payload[at] & 15;
        frame->fragments = payload[at] >> 4;
        at++;
        frame->offset = payload[at++];
        if (frame->fragment >= frame->fragments)
            return MALFORMED;
    }
    frame->options = payload + at;
    frame->option_bytes = frame->flags & OPTIONS ? count - at : 0;
    return ACCEPTED;
}

static enum status read_window(struct peer *peer, const unsigned char *value, int length) {
    if (length > 2)
        return MALFORMED;
    peer->window = 0;
    for (int i = 0; i < length; i++)
        peer->window = peer->window << 8 | value[i];
    return ACCEPTED;
}

static enum status read_name(struct peer *peer, const unsigned char *value, int length) {
    for (int i = 0; i < length; i++)
        if (value[i] < 'a' || value[i] > 'z')
            return MALFORMED;
    peer->named = length > 0;
    return ACCEPTED;
}

static enum status read_route(struct peer *peer, const unsigned char *value, int length) {
    peer->hops = 0;
    for (int i = 0; i < length; i++) {
        if (value[i] == 0)
            return MALFORMED;
        peer->hops++;
    }
    return ACCEPTED;
}

static enum status read_options(struct peer *peer, const struct frame *frame) {
    enum status status = ACCEPTED;
    int at = 0;
    while (status == ACCEPTED && at + 1 < frame->option_bytes) {
        int kind = frame->options[at];
        int length = frame->options[at + 1];
        const unsigned char *value = frame->options + at + 2;
        if (kind == OPTION_END)
            break;
        if (at + 2 + length > frame->option_bytes)
            return MALFORMED;
        switch (kind) {
        case OPTION_WINDOW:
            if (length == 0 && frame->fragments > 3 && frame->fragment > 0)
                abort(); // target
            status = read_window(peer, value, length);
            break;
        case OPTION_NAME:
            status = read_name(peer, value, length);
            break;
        case OPTION_ROUTE:
            status = read_route(peer, value, length);
            break;
        default:
            break;
        }
        at += 2 + length;
    }
    return status;
}

static enum status accept(struct peer *peer, const struct frame *frame) {
    if (frame->flags & URGENT)
        peer->urgent++;
    if (frame->fragment + 1 < frame->fragments)
        peer->pending++;
    else
        peer->pending = 0;
    return read_options(peer, frame);
}

static enum status process(struct peer *peer, const unsigned char *bytes, int count) {
    struct frame frame;
    int payload = 0;
    enum status status = check_header(bytes, count, &payload);
    if (status == ACCEPTED)
        status = check_sum(bytes, payload);
    if (status == ACCEPTED)
        status = parse_frame(bytes + HEADER_SIZE, payload, &frame);
    if (status == ACCEPTED)
        status = accept(peer, &frame);
    if (status != ACCEPTED)
        dump(bytes, HEADER_SIZE);
    return status;
}

int main(void) {
    struct peer peer;
    memset(&peer, 0, sizeof peer);
    for (int frames = 0; frames < MAX_FRAMES; frames++) {
        unsigned char bytes[FRAME_SIZE];
        klee_make_symbolic(bytes, sizeof bytes, "frame");
        counts[process(&peer, bytes, FRAME_SIZE)]++;
        if (counts[NO_FRAME] > 3) {
            fputs("the line is out of order\n", stderr);
            return 1;
        }
    }
    return 0;
}
