/* The states of a connection (those of TCP, without timers) driven by 7 input events. */
#include <assert.h>
#include <klee/klee.h>

#define EVENTS 7

enum state { CLOSED, LISTEN, SYN_SENT, SYN_RECEIVED, ESTABLISHED, FIN_WAIT_1, FIN_WAIT_2, CLOSING,
    TIME_WAIT, CLOSE_WAIT, LAST_ACK };

enum event { OPEN_PASSIVE, OPEN_ACTIVE, SYN, SYN_ACK, ACK, FIN, CLOSE, RESET };

static enum state step(enum state state, unsigned char event) {
    if (event == RESET)
        return state == LISTEN ? LISTEN : CLOSED;
    switch (state) {
    case CLOSED:
        if (event == OPEN_PASSIVE)
            return LISTEN;
        return event == OPEN_ACTIVE ? SYN_SENT : CLOSED;
    case LISTEN:
        if (event == SYN)
            return SYN_RECEIVED;
        return event == CLOSE ? CLOSED : LISTEN;
    case SYN_SENT:
        if (event == SYN)
            return SYN_RECEIVED;
        if (event == SYN_ACK)
            return ESTABLISHED;
        return event == CLOSE ? CLOSED : SYN_SENT;
    case SYN_RECEIVED:
        if (event == ACK)
            return ESTABLISHED;
        return event == CLOSE ? FIN_WAIT_1 : SYN_RECEIVED;
    case ESTABLISHED:
        if (event == FIN)
            return CLOSE_WAIT;
        return event == CLOSE ? FIN_WAIT_1 : ESTABLISHED;
    case FIN_WAIT_1:
        if (event == FIN)
            return CLOSING;
        return event == ACK ? FIN_WAIT_2 : FIN_WAIT_1;
    case FIN_WAIT_2:
        return event == FIN ? TIME_WAIT : FIN_WAIT_2;
    case CLOSING:
        return event == ACK ? TIME_WAIT : CLOSING;
    case CLOSE_WAIT:
        return event == CLOSE ? LAST_ACK : CLOSE_WAIT;
    case LAST_ACK:
        return event == ACK ? CLOSED : LAST_ACK;
    case TIME_WAIT:
        return CLOSED;
    }
    return CLOSED;
}

int main(void) {
    unsigned char events[EVENTS];
    klee_make_symbolic(events, sizeof events, "events");
    enum state state = CLOSED;
    for (int i = 0; i < EVENTS; i++) {
        enum state next = step(state, events[i]);
        assert(next != LAST_ACK || state == CLOSE_WAIT || state == LAST_ACK);
        state = next;
    }
    return state;
}
