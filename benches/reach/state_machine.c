// The server's side of a protocol over a stream of messages. Phases of a connection
// are functions, each of which waits for what it needs and lets the peer try again some times; within
// the transfer, a variable holds the state. The target needs nine messages in the right order.
//
// Reached by the messages (kind, value): HELLO 3, CHOOSE 1, LOGIN 7, SECRET 7 ^ 0x21 = 38, OPEN 2,
// DATA 0, PAUSE 0, RESUME 0, DATA 5.
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MESSAGES 40

enum kind { HELLO, CHOOSE, LOGIN, SECRET, OPEN, DATA, PAUSE, RESUME, CLOSE, PING, KINDS };
enum result { DONE, RESET, GONE };
enum transfer { IDLE, RECEIVING, PAUSED, DRAINING };

struct message {
    unsigned char kind;
    unsigned char value;
};

struct connection {
    int version;
    int method;
    int user;
    int channel;
    enum transfer transfer;
    int expected;
    int held;
    int credits;
};

static int received, pings, faults, connections, bytes;

static void read_message(struct message *message) {
    if (received++ == MAX_MESSAGES) {
        fputs("time is over\n", stderr);
        exit(0);
    }
    klee_make_symbolic(message, sizeof *message, "message");
}

static void fault(const char *what) {
    fputs("fault: ", stderr);
    fputs(what, stderr);
    fputs("\n", stderr);
    faults++;
}

/* What every phase does with messages that are not for it. True if the phase goes on. */
static int common(const struct message *message, enum result *result) {
    switch (message->kind) {
    case PING:
        pings += message->value % 3 == 0 ? 2 : 1;
        return 1;
    case CLOSE:
        *result = message->value ? GONE : RESET;
        return 0;
    case HELLO:
        *result = RESET;
        return 0;
    default:
        fault(message->kind < KINDS ? "out of order" : "unknown message");
        return 1;
    }
}

static void hold(struct connection *connection, const struct message *message) {
    if (message->value > 200) {
        fault("too large to be held");
        return;
    }
    connection->held++;
    connection->credits--;
}

static enum result receive_data(struct connection *connection, const struct message *message) {
    if (message->value % 5 != 0) {
        fault("not aligned");
        return DONE;
    }
    switch (connection->transfer) {
    case IDLE:
        connection->transfer = RECEIVING;
        bytes += message->value;
        break;
    case RECEIVING:
        bytes += message->value;
        connection->expected++;
        break;
    case PAUSED:
        hold(connection, message);
        break;
    case DRAINING:
        if (connection->held == 0 && connection->channel == 2 && message->value > 0)
            abort(); // target
        connection->held--;
        if (connection->held <= 0)
            connection->transfer = RECEIVING;
        break;
    }
    if (connection->credits < 0) {
        fault("no credits left");
        return RESET;
    }
    return DONE;
}

/* The last phase: data, with pauses. */
static enum result transfer(struct connection *connection) {
    enum result result = DONE;
    connection->transfer = IDLE;
    connection->credits = 4;
    while (1) {
        struct message message;
        read_message(&message);
        switch (message.kind) {
        case DATA:
            if (receive_data(connection, &message) != DONE)
                return RESET;
            break;
        case PAUSE:
            if (connection->transfer == RECEIVING)
                connection->transfer = PAUSED;
            else
                fault("nothing to pause");
            break;
        case RESUME:
            if (connection->transfer == PAUSED)
                connection->transfer = DRAINING;
            else
                fault("nothing to resume");
            break;
        default:
            if (!common(&message, &result))
                return result;
        }
    }
}

/* A channel must be opened before data is sent. */
static enum result open_channel(struct connection *connection) {
    enum result result = DONE;
    for (int tries = 0; tries < 3; tries++) {
        struct message message;
        read_message(&message);
        if (message.kind == OPEN) {
            if (message.value == 0 || message.value > 8) {
                fault("no such channel");
                continue;
            }
            connection->channel = message.value;
            return transfer(connection);
        }
        if (!common(&message, &result))
            return result;
    }
    return GONE;
}

/* A user and a secret that goes with it. */
static enum result login(struct connection *connection) {
    enum result result = DONE;
    connection->user = -1;
    for (int tries = 0; tries < 6; tries++) {
        struct message message;
        read_message(&message);
        if (message.kind == LOGIN) {
            connection->user = message.value;
        } else if (message.kind == SECRET && connection->user >= 0) {
            if (message.value == (connection->user ^ 0x21))
                return open_channel(connection);
            fault("wrong secret");
            connection->user = -1;
        } else if (!common(&message, &result)) {
            return result;
        }
    }
    return GONE;
}

/* Version and method are agreed upon. */
static enum result negotiate(struct connection *connection) {
    enum result result = DONE;
    for (int tries = 0; tries < 4; tries++) {
        struct message message;
        read_message(&message);
        if (message.kind == CHOOSE) {
            connection->method = message.value;
            if (connection->method == 1 && connection->version >= 3)
                return login(connection);
            fault("no such method");
        } else if (!common(&message, &result)) {
            return result;
        }
    }
    return GONE;
}

static enum result greet(struct connection *connection) {
    enum result result = DONE;
    while (1) {
        struct message message;
        read_message(&message);
        if (message.kind == HELLO) {
            if (message.value == 0 || message.value > 4) {
                fault("version");
                continue;
            }
            connection->version = message.value;
            return negotiate(connection);
        }
        if (!common(&message, &result))
            return result;
    }
}

int main(void) {
    while (1) {
        struct connection connection;
        memset(&connection, 0, sizeof connection);
        if (greet(&connection) == GONE)
            connections++;
    }
}
