// A producer and a consumer share a ring buffer of N messages. The producer stamps each with the parity of its number
// and a payload that it was given and has checked.
// BUG: a message that is withdrawn from a full buffer leaves the place where the next one is put as it was.
#include <assert.h>

#ifndef N
#define N 4
#endif

#define LARGEST 1000

extern int __VERIFIER_nondet_int(void);

struct message {
    int parity;
    int payload;
};

static struct message buffer[N];
static int first;
static int count;
static int next_sent;
static int next_expected;

static int place(int index) {
    int at = first + index;
    return at >= N ? at - N : at;
}

static void produce(void) {
    int payload = __VERIFIER_nondet_int();
    if (payload < 0 || payload > LARGEST || count == N)
        return;
    struct message *message = &buffer[place(count)];
    message->parity = next_sent;
    message->payload = payload;
    next_sent = !next_sent;
    count++;
}

static void consume(void) {
    if (count == 0)
        return;
    struct message *message = &buffer[first];
    assert(message->parity == next_expected);
    assert(message->payload >= 0 && message->payload <= LARGEST);
    next_expected = !next_expected;
    first = place(1);
    count--;
}

// The producer takes its last message back.
static void withdraw(void) {
    if (count == 0)
        return;
#ifdef BUG
    if (count == N && first > 0) {
        count--;
        return;
    }
#endif
    count--;
    next_sent = !next_sent;
}

int main(void) {
    while (1) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            produce();
            break;
        case 1:
            consume();
            break;
        case 2:
            withdraw();
            break;
        default:
            break;
        }
        assert(count >= 0 && count <= N);
        assert(first >= 0 && first < N);
    }
}
