// The alternating-bit protocol over two channels that hold N frames each and may lose or repeat them.
// BUG: the sender takes any acknowledgement for that of its last frame.
#include <assert.h>

#ifndef N
#define N 1
#endif

extern int __VERIFIER_nondet_int(void);

struct frame {
    int bit;
    int data;
};

struct channel {
    struct frame frames[N];
    int count;
};

static struct channel to_receiver;
static struct channel to_sender;

static struct {
    int bit;
    int waiting;
    int data;
} sender;

static struct {
    int bit;
} receiver;

// What was accepted from the user of the sender and not yet given to that of the receiver.
static int outstanding;
static int outstanding_data;

static void put(struct channel *channel, int bit, int data) {
    if (channel->count == N)
        return;
    channel->frames[channel->count].bit = bit;
    channel->frames[channel->count].data = data;
    channel->count++;
}

static struct frame take(struct channel *channel) {
    struct frame frame = channel->frames[0];
    channel->count--;
    for (int i = 0; i < channel->count; i++)
        channel->frames[i] = channel->frames[i + 1];
    return frame;
}

static void accept(void) {
    if (sender.waiting)
        return;
    assert(!outstanding);
    sender.data = __VERIFIER_nondet_int();
    sender.waiting = 1;
    outstanding = 1;
    outstanding_data = sender.data;
    put(&to_receiver, sender.bit, sender.data);
}

static void time_out(void) {
    if (sender.waiting)
        put(&to_receiver, sender.bit, sender.data);
}

static void receive_frame(void) {
    if (to_receiver.count == 0)
        return;
    struct frame frame = take(&to_receiver);
    if (frame.bit == receiver.bit) {
        assert(outstanding);
        assert(frame.data == outstanding_data);
        outstanding = 0;
        receiver.bit = !receiver.bit;
    }
    put(&to_sender, frame.bit, 0);
}

static void receive_acknowledgement(void) {
    if (to_sender.count == 0)
        return;
    struct frame frame = take(&to_sender);
#ifdef BUG
    (void)frame;
    if (sender.waiting) {
#else
    if (sender.waiting && frame.bit == sender.bit) {
#endif
        sender.waiting = 0;
        sender.bit = !sender.bit;
    }
}

static void lose(struct channel *channel) {
    if (channel->count > 0)
        take(channel);
}

int main(void) {
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event == 0)
            accept();
        else if (event == 1)
            time_out();
        else if (event == 2)
            receive_frame();
        else if (event == 3)
            receive_acknowledgement();
        else if (event == 4)
            lose(&to_receiver);
        else if (event == 5)
            lose(&to_sender);
    }
}
