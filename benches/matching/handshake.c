// The server's side of a handshake that agrees on keys: a machine of thirty states, one step for each message. What
// the server and its client are able to do comes from input and stays as it is; what arrives is input in every step.
// A connection may be negotiated anew up to N times, then it is closed, and the next one is waited for.
// BUG: when keys are negotiated anew, a client that resumes its session is not asked for the certificate that it
// has to show.
#include <assert.h>

#ifndef N
#define N 1
#endif

extern int __VERIFIER_nondet_int(void);

enum state {
    CLOSED = 100,
    LISTEN = 110,
    ACCEPT = 120,
    HELLO_RECEIVE = 200,
    HELLO_CHECK = 210,
    COOKIE_SEND = 220,
    COOKIE_RECEIVE = 230,
    SESSION_LOOK_UP = 240,
    SESSION_RESUME = 250,
    SERVER_HELLO = 300,
    CERTIFICATE_SEND = 310,
    STATUS_SEND = 320,
    KEYS_SEND = 330,
    CERTIFICATE_ASK = 340,
    HELLO_DONE = 350,
    FLUSH = 360,
    CERTIFICATE_RECEIVE = 400,
    CERTIFICATE_CHECK = 410,
    KEYS_RECEIVE = 420,
    KEYS_CHECK = 430,
    SIGNATURE_RECEIVE = 440,
    CIPHER_RECEIVE = 450,
    FINISHED_RECEIVE = 460,
    TICKET_SEND = 500,
    CIPHER_SEND = 510,
    FINISHED_SEND = 520,
    ESTABLISHED = 600,
    ANEW = 610,
    ALERT_SEND = 700,
    CLOSE = 710
};

// What arrives, or what sending came to.
enum message {
    NOTHING = 0,
    HELLO = 1,
    COOKIE = 2,
    CERTIFICATE = 3,
    KEYS = 4,
    SIGNATURE = 5,
    CIPHER = 6,
    FINISHED = 7,
    DATA = 8,
    AGAIN = 9,
    GOODBYE = 10
};

enum alert {
    NO_ALERT,
    UNEXPECTED_MESSAGE,
    BAD_VERSION,
    BAD_COOKIE,
    BAD_CERTIFICATE,
    BAD_KEYS,
    BAD_SIGNATURE,
    BAD_FINISHED,
    NOT_ALLOWED
};

// What does not change.
static int server_version;
static int server_wants_cookie;
static int server_wants_certificate;
static int server_keeps_sessions;
static int server_gives_tickets;
static int server_has_status;
static int server_allows_anew;
static int client_version;
static int client_has_certificate;
static int suite_is_ephemeral;

// The connection.
static int state;
static int state_after_flush;
static int negotiations;
static int alert;

// The handshake.
static int cookie_is_right;
static int resumes;
static int cipher_in;
static int cipher_out;
static int certificate_asked;
static int certificate_shown;
static int certificate_good;
static int keys_good;
static int signature_good;
static int finished_good;

static void forget_handshake(void) {
    cookie_is_right = 0;
    resumes = 0;
    cipher_in = 0;
    cipher_out = 0;
    certificate_asked = 0;
    certificate_shown = 0;
    certificate_good = 0;
    keys_good = 0;
    signature_good = 0;
    finished_good = 0;
}

static int receive(void) {
    return __VERIFIER_nondet_int();
}

// Whether a message went out; if not, it is tried again.
static int send(void) {
    return __VERIFIER_nondet_int() > 0;
}

static void fail(int why) {
    alert = why;
    state = ALERT_SEND;
}

static void configure(void) {
    server_version = __VERIFIER_nondet_int();
    server_wants_cookie = __VERIFIER_nondet_int();
    server_wants_certificate = __VERIFIER_nondet_int();
    server_keeps_sessions = __VERIFIER_nondet_int();
    server_gives_tickets = __VERIFIER_nondet_int();
    server_has_status = __VERIFIER_nondet_int();
    server_allows_anew = __VERIFIER_nondet_int();
    client_version = __VERIFIER_nondet_int();
    client_has_certificate = __VERIFIER_nondet_int();
    suite_is_ephemeral = __VERIFIER_nondet_int();
}

// What holds whenever keys are in use.
static void check_established(void) {
    assert(keys_good);
    assert(finished_good);
    assert(cipher_in && cipher_out);
    assert(client_version <= server_version);
    if (server_wants_cookie != 0 && negotiations == 0)
        assert(cookie_is_right);
    if (server_wants_certificate != 0 && !resumes)
        assert(certificate_good && signature_good);
    if (server_wants_certificate != 0 && negotiations > 0)
        assert(certificate_good);
    if (resumes)
        assert(server_keeps_sessions != 0);
}

int main(void) {
    configure();
    state = CLOSED;
    while (1) {
        int message;

        switch (state) {
        case CLOSED:
            negotiations = 0;
            alert = NO_ALERT;
            state_after_flush = CLOSED;
            forget_handshake();
            state = LISTEN;
            break;

        case LISTEN:
            message = receive();
            if (message == NOTHING)
                break;
            assert(negotiations == 0);
            assert(alert == NO_ALERT);
            state = ACCEPT;
            break;

        case ACCEPT:
            assert(!cipher_in);
            assert(!cipher_out);
            state = HELLO_RECEIVE;
            break;

        case HELLO_RECEIVE:
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != HELLO) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            state = HELLO_CHECK;
            break;

        case HELLO_CHECK:
            if (client_version > server_version) {
                fail(BAD_VERSION);
                break;
            }
            if (server_wants_cookie != 0 && negotiations == 0 && !cookie_is_right)
                state = COOKIE_SEND;
            else
                state = SESSION_LOOK_UP;
            break;

        case COOKIE_SEND:
            if (!send())
                break;
            state_after_flush = COOKIE_RECEIVE;
            state = FLUSH;
            break;

        case COOKIE_RECEIVE:
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != COOKIE) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            if (__VERIFIER_nondet_int() == 0) {
                fail(BAD_COOKIE);
                break;
            }
            cookie_is_right = 1;
            state = SESSION_LOOK_UP;
            break;

        case SESSION_LOOK_UP:
            assert(negotiations > 0 || server_wants_cookie == 0 || cookie_is_right);
            if (server_keeps_sessions != 0 && __VERIFIER_nondet_int() != 0)
                state = SESSION_RESUME;
            else
                state = SERVER_HELLO;
            break;

        case SESSION_RESUME:
            assert(server_keeps_sessions != 0);
#ifndef BUG
            // Whoever negotiates anew has to show its certificate once more.
            if (negotiations > 0 && server_wants_certificate != 0) {
                state = SERVER_HELLO;
                break;
            }
#endif
            resumes = 1;
            keys_good = 1;
            state = SERVER_HELLO;
            break;

        case SERVER_HELLO:
            if (!send())
                break;
            if (resumes) {
                state = CIPHER_SEND;
                break;
            }
            state = CERTIFICATE_SEND;
            break;

        case CERTIFICATE_SEND:
            assert(!resumes);
            if (!send())
                break;
            if (server_has_status != 0)
                state = STATUS_SEND;
            else if (suite_is_ephemeral != 0)
                state = KEYS_SEND;
            else
                state = CERTIFICATE_ASK;
            break;

        case STATUS_SEND:
            assert(server_has_status != 0);
            if (!send())
                break;
            if (suite_is_ephemeral != 0)
                state = KEYS_SEND;
            else
                state = CERTIFICATE_ASK;
            break;

        case KEYS_SEND:
            assert(suite_is_ephemeral != 0);
            if (!send())
                break;
            state = CERTIFICATE_ASK;
            break;

        case CERTIFICATE_ASK:
            if (server_wants_certificate == 0) {
                state = HELLO_DONE;
                break;
            }
            if (!send())
                break;
            certificate_asked = 1;
            state = HELLO_DONE;
            break;

        case HELLO_DONE:
            if (!send())
                break;
            state_after_flush = certificate_asked ? CERTIFICATE_RECEIVE : KEYS_RECEIVE;
            state = FLUSH;
            break;

        case FLUSH:
            if (!send())
                break;
            assert(state_after_flush != CLOSED);
            state = state_after_flush;
            state_after_flush = CLOSED;
            break;

        case CERTIFICATE_RECEIVE:
            assert(certificate_asked);
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != CERTIFICATE) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            if (client_has_certificate != 0)
                certificate_shown = 1;
            state = CERTIFICATE_CHECK;
            break;

        case CERTIFICATE_CHECK:
            if (!certificate_shown) {
                fail(BAD_CERTIFICATE);
                break;
            }
            if (__VERIFIER_nondet_int() == 0) {
                fail(BAD_CERTIFICATE);
                break;
            }
            certificate_good = 1;
            state = KEYS_RECEIVE;
            break;

        case KEYS_RECEIVE:
            assert(!resumes);
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != KEYS) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            state = KEYS_CHECK;
            break;

        case KEYS_CHECK:
            if (__VERIFIER_nondet_int() == 0) {
                fail(BAD_KEYS);
                break;
            }
            keys_good = 1;
            if (certificate_shown)
                state = SIGNATURE_RECEIVE;
            else
                state = CIPHER_RECEIVE;
            break;

        case SIGNATURE_RECEIVE:
            assert(certificate_good);
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != SIGNATURE) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            if (__VERIFIER_nondet_int() == 0) {
                fail(BAD_SIGNATURE);
                break;
            }
            signature_good = 1;
            state = CIPHER_RECEIVE;
            break;

        case CIPHER_RECEIVE:
            assert(keys_good);
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != CIPHER) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            cipher_in = 1;
            state = FINISHED_RECEIVE;
            break;

        case FINISHED_RECEIVE:
            assert(cipher_in);
            message = receive();
            if (message == NOTHING)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message != FINISHED) {
                fail(UNEXPECTED_MESSAGE);
                break;
            }
            if (__VERIFIER_nondet_int() == 0) {
                fail(BAD_FINISHED);
                break;
            }
            finished_good = 1;
            if (resumes)
                state = ESTABLISHED;
            else if (server_gives_tickets != 0)
                state = TICKET_SEND;
            else
                state = CIPHER_SEND;
            break;

        case TICKET_SEND:
            assert(server_gives_tickets != 0);
            if (!send())
                break;
            state = CIPHER_SEND;
            break;

        case CIPHER_SEND:
            assert(resumes || finished_good);
            if (!send())
                break;
            cipher_out = 1;
            state = FINISHED_SEND;
            break;

        case FINISHED_SEND:
            assert(cipher_out);
            if (!send())
                break;
            state_after_flush = resumes ? CIPHER_RECEIVE : ESTABLISHED;
            state = FLUSH;
            break;

        case ESTABLISHED:
            check_established();
            message = receive();
            if (message == NOTHING || message == DATA)
                break;
            if (message == GOODBYE) {
                state = CLOSE;
                break;
            }
            if (message == AGAIN) {
                state = ANEW;
                break;
            }
            fail(UNEXPECTED_MESSAGE);
            break;

        case ANEW:
            if (server_allows_anew == 0) {
                fail(NOT_ALLOWED);
                break;
            }
            if (negotiations == N) {
                fail(NOT_ALLOWED);
                break;
            }
            forget_handshake();
            negotiations++;
            state = HELLO_RECEIVE;
            break;

        case ALERT_SEND:
            assert(alert != NO_ALERT);
            if (!send())
                break;
            state = CLOSE;
            break;

        case CLOSE:
            assert(negotiations >= 0 && negotiations <= N);
            state = CLOSED;
            break;

        default:
            assert(0);
        }
    }
}
