// The server's side of a handshake, in the shape of the openssl programs of SV-COMP: one loop without end,
// a chain of conditions over a state, an input for the result of every step, and a few counters and flags.
// There are 30 states, and the numbers are those of OpenSSL.
//
// GOAL(n, condition) calls goal() in the program VARIANT=n only. Which inputs lead there, or why none does,
// stands beside each. A peer that is slow or talks nonsense makes paths: every step can be repeated or fail.
#include <dunlin.h>
#include <stdlib.h>

#ifndef VARIANT
#define VARIANT 1
#endif

enum state {
    OK = 3,
    ACCEPT = 8192,
    FLUSH = 8448,
    CLIENT_HELLO_A = 8464,
    CLIENT_HELLO_B = 8465,
    CLIENT_HELLO_C = 8466,
    HELLO_REQUEST_A = 8480,
    HELLO_REQUEST_B = 8481,
    HELLO_REQUEST_C = 8482,
    SERVER_HELLO_A = 8496,
    SERVER_HELLO_B = 8497,
    SERVER_CERTIFICATE_A = 8512,
    SERVER_CERTIFICATE_B = 8513,
    KEY_EXCHANGE_A = 8528,
    KEY_EXCHANGE_B = 8529,
    CERTIFICATE_REQUEST_A = 8544,
    CERTIFICATE_REQUEST_B = 8545,
    DONE_A = 8560,
    DONE_B = 8561,
    CLIENT_CERTIFICATE = 8576,
    CLIENT_KEY_A = 8592,
    CLIENT_KEY_B = 8593,
    VERIFY_A = 8608,
    VERIFY_B = 8609,
    CLIENT_FINISHED = 8640,
    CHANGE_A = 8656,
    CHANGE_B = 8657,
    SERVER_FINISHED = 8672,
    RENEGOTIATE = 12292,
    BEFORE = 16384,
};

enum { NO_CERTIFICATE = 0x400, TEMPORARY_KEY = 0x200, EXPORT = 0x100 };
enum { VERIFY_PEER = 1, VERIFY_STRICT = 2, VERIFY_ONCE = 4 };
enum { NONE, HELLO, FINISHED };

struct session {
    int cipher;
    int peer;
    int compression;
    int resumable;
};

struct connection {
    int state;
    int next;
    int version;
    int options;
    int verify_mode;
    int shutdown;
    int hit;
    int bytes;
    int pending;
    int retries;
    int renegotiations;
    int certificates;
    int requested;
    int phase;
    int secret;
    struct session session;
};

static volatile int alerts, goals, idle;

static void goal(void) {
    goals++; // target
    abort();
}

#define GOAL(n, condition) \
    do { \
        if (VARIANT == (n) && (condition)) \
            goal(); \
    } while (0)

static void alert(int level) {
    if (level > 1)
        alerts += 2;
    else
        alerts++;
}

/* What the network says about a step: negative is an error, 0 means again, else so many bytes. */
static int step(struct connection *s, const char *name) {
    int result = dunlin_int(name);
    if (result > 0)
        s->bytes += result & 15;
    return result;
}

static int before(struct connection *s) {
    s->phase = 0;
    s->shutdown = 0;
    if ((s->version & 0xff00) != 0x300) {
        alert(2);
        return -1;
    }
    if (s->pending > 0) {
        s->state = ACCEPT;
        s->pending = 0;
    } else {
        s->state = CLIENT_HELLO_A;
    }
    return 1;
}

static int accept_state(struct connection *s) {
    s->retries = 0;
    if (s->options & 0x10)
        idle++;
    s->state = CLIENT_HELLO_A;
    return 1;
}

static int hello_request(struct connection *s) {
    int result;
    if (s->state == HELLO_REQUEST_A) {
        result = step(s, "hello request");
        if (result <= 0)
            return -1;
        s->state = HELLO_REQUEST_B;
    } else if (s->state == HELLO_REQUEST_B) {
        s->next = HELLO_REQUEST_C;
        s->state = FLUSH;
    } else {
        s->phase = 1;
        s->state = CLIENT_HELLO_A;
    }
    return 1;
}

static int client_hello(struct connection *s) {
    int result = step(s, "client hello");
    if (result <= 0) {
        alert(1);
        return -1;
    }
    if (s->state == CLIENT_HELLO_A) {
        s->state = CLIENT_HELLO_B;
        return 1;
    }
    if (s->state == CLIENT_HELLO_B) {
        if (result == 2) {
            // The peer wants to talk about an older version first.
            if (s->version > 0x301)
                s->version--;
            s->retries++;
            return 1;
        }
        s->state = CLIENT_HELLO_C;
        return 1;
    }
    s->session.cipher = dunlin_int("cipher");
    s->session.compression = s->options & 1;
    if (s->session.resumable && s->session.peer == s->secret)
        s->hit = 1;
    else
        s->hit = 0;
    if (s->phase == 0)
        s->phase = 1;
    s->state = SERVER_HELLO_A;
    return 1;
}

static int server_hello(struct connection *s) {
    int result;
    if (s->state == SERVER_HELLO_A) {
        result = step(s, "server hello");
        if (result <= 0)
            return -1;
        // Reached by version 0x303 and cipher 12292, after five steps.
        GOAL(1, s->version == 0x303 && s->session.cipher == 12292);
        // Unreachable: hit is 0 or 1, by the step before this one.
        GOAL(21, s->hit == 2 && s->session.cipher == 12292);
        s->state = SERVER_HELLO_B;
        return 1;
    }
    if (s->phase == 1)
        s->phase = 2;
    if (s->hit)
        s->state = CHANGE_A;
    else
        s->state = SERVER_CERTIFICATE_A;
    return 1;
}

static int server_certificate(struct connection *s) {
    int result;
    if (s->state == SERVER_CERTIFICATE_A) {
        // Unreachable: nobody comes here with a session that was found.
        GOAL(22, s->hit && s->session.cipher == 12292 && s->version == 0x303);
        if (s->session.cipher & NO_CERTIFICATE) {
            s->state = KEY_EXCHANGE_A;
            return 1;
        }
        s->state = SERVER_CERTIFICATE_B;
        return 1;
    }
    result = step(s, "certificate");
    if (result <= 0)
        return -1;
    s->certificates++;
    s->state = KEY_EXCHANGE_A;
    return 1;
}

static int key_exchange(struct connection *s) {
    int result;
    if (s->state == KEY_EXCHANGE_A) {
        if ((s->session.cipher & TEMPORARY_KEY) || (s->options & 0x20)) {
            s->state = KEY_EXCHANGE_B;
            return 1;
        }
        s->state = CERTIFICATE_REQUEST_A;
        return 1;
    }
    result = step(s, "key exchange");
    if (result < 0)
        return -1;
    if (result == 0) {
        s->retries++;
        if (s->retries > 5)
            return -1;
        return 1;
    }
    // Reached by a cipher with a temporary key and retries = 4: the step says 0 four times, then 77.
    GOAL(2, s->retries == 4 && result == 77 && s->session.cipher == 12800);
    // Unreachable: at KEY_EXCHANGE_A one of two bits was set, and nothing changes them.
    GOAL(23, !(s->session.cipher & TEMPORARY_KEY) && !(s->options & 0x20));
    s->state = CERTIFICATE_REQUEST_A;
    return 1;
}

static int certificate_request(struct connection *s) {
    int result;
    if (s->state == CERTIFICATE_REQUEST_A) {
        int anonymous = s->session.cipher & NO_CERTIFICATE;
        if (!(s->verify_mode & VERIFY_PEER) || anonymous) {
            s->requested = 0;
            s->state = DONE_A;
            return 1;
        }
        if (s->session.peer != 0 && (s->verify_mode & VERIFY_ONCE)) {
            s->requested = 0;
            s->state = DONE_A;
            return 1;
        }
        s->state = CERTIFICATE_REQUEST_B;
        return 1;
    }
    result = step(s, "certificate request");
    if (result <= 0)
        return -1;
    s->requested = 1;
    s->state = DONE_A;
    return 1;
}

static int server_done(struct connection *s) {
    int result;
    if (s->state == DONE_A) {
        result = step(s, "done");
        if (result <= 0)
            return -1;
        s->state = DONE_B;
        return 1;
    }
    s->next = CLIENT_CERTIFICATE;
    s->state = FLUSH;
    return 1;
}

static int flush(struct connection *s) {
    int result = step(s, "flush");
    if (result <= 0) {
        alert(1);
        return -1;
    }
    s->bytes = 0;
    s->state = s->next;
    return 1;
}

static int client_certificate(struct connection *s) {
    int result = step(s, "client certificate");
    if (result <= 0)
        return -1;
    if (!s->requested) {
        if (result == 2) {
            alert(2);
            return -1;
        }
        s->state = CLIENT_KEY_A;
        return 1;
    }
    if (result == 2) {
        if (s->verify_mode & VERIFY_STRICT) {
            alert(2);
            return -1;
        }
        s->session.peer = 0;
    } else {
        s->session.peer = result;
    }
    s->state = CLIENT_KEY_A;
    return 1;
}

static int client_key(struct connection *s) {
    int result = step(s, "client key");
    if (result <= 0)
        return -1;
    if (s->state == CLIENT_KEY_A) {
        s->state = CLIENT_KEY_B;
        return 1;
    }
    s->secret = result ^ s->version;
    if (s->phase == 2)
        s->phase = 3;
    // Reached by five inputs: version 0x303, cipher 8464, options 0x21, verify_mode 3, and the last step
    // says 8464 ^ 0x303.
    GOAL(3, s->version == 0x303 && s->session.cipher == 8464 && s->options == 0x21 && s->verify_mode == 3
            && s->secret == 8464);
    s->state = s->requested && s->session.peer ? VERIFY_A : CLIENT_FINISHED;
    return 1;
}

static int verify(struct connection *s) {
    int result = step(s, "verify");
    if (result <= 0)
        return -1;
    if (s->state == VERIFY_A) {
        s->state = VERIFY_B;
        return 1;
    }
    if (result != s->session.peer) {
        alert(2);
        return -1;
    }
    // Reached by five inputs: the certificate 4242, the verification 4242, verify_mode 1, version 0x302,
    // cipher 12292.
    GOAL(4, s->session.peer == 4242 && s->verify_mode == 1 && s->version == 0x302
            && s->session.cipher == 12292);
    // Unreachable: nobody is verified who has no certificate.
    GOAL(24, s->session.peer == 0 && s->session.cipher == 12292);
    // Unreachable: no certificate was requested for such a cipher.
    GOAL(25, (s->session.cipher & NO_CERTIFICATE) && s->verify_mode == 1);
    s->state = CLIENT_FINISHED;
    return 1;
}

static int client_finished(struct connection *s) {
    int result = step(s, "client finished");
    if (result <= 0)
        return -1;
    if (s->hit) {
        s->state = OK;
        return 1;
    }
    s->state = CHANGE_A;
    return 1;
}

static int change(struct connection *s) {
    int result;
    if (s->state == CHANGE_A) {
        if (s->phase == 3)
            s->phase = 4;
        s->state = CHANGE_B;
        return 1;
    }
    result = step(s, "change");
    if (result <= 0)
        return -1;
    // Reached by a session that is resumed: resumable, peer = secret = 12292, version 0x301, cipher 255,
    // options 16.
    GOAL(5, s->hit && s->session.peer == 12292 && s->version == 0x301 && s->session.cipher == 255
            && s->options == 16);
    s->state = SERVER_FINISHED;
    return 1;
}

static int server_finished(struct connection *s) {
    int result = step(s, "server finished");
    if (result <= 0)
        return -1;
    // Reached by a whole handshake: the phase has been 1, 2, 3 and 4.
    GOAL(6, s->phase == 4 && s->session.cipher == 0x1234 && s->version == 0x303 && s->options == 0x30
            && s->verify_mode == 4 && s->pending == 0);
    // Unreachable: there is no phase 5.
    GOAL(26, s->phase == 5);
    // Reached by a first handshake with cipher 0x400, which needs no certificate, and a second one with
    // cipher 12292, which does.
    GOAL(7, s->renegotiations == 1 && s->session.cipher == 12292 && s->certificates == 1
            && s->options == 2 && result == 5);
    if (s->hit)
        s->next = CLIENT_FINISHED;
    else
        s->next = OK;
    s->state = FLUSH;
    return 1;
}

static int finish(struct connection *s) {
    if (s->shutdown)
        return -1;
    s->session.resumable = s->options & 4;
    // Reached by a handshake in which the client repeats its hello three times.
    GOAL(8, s->retries == 3 && s->version == 0x301 && s->session.cipher == 3 && s->verify_mode == 8
            && s->options == 8);
    if (s->renegotiations < 2 && dunlin_int("again") == 12292) {
        s->state = RENEGOTIATE;
        return 1;
    }
    // Unreachable: two are the most, and this is before the third would begin.
    GOAL(27, s->renegotiations == 3);
    return 0;
}

static int renegotiate(struct connection *s) {
    s->renegotiations++;
    s->bytes = 0;
    s->pending = 0;
    if (s->options & 8)
        s->state = HELLO_REQUEST_A;
    else
        s->state = ACCEPT;
    return 1;
}

static int serve(struct connection *s) {
    int result;
    while (1) {
        if (s->state == BEFORE)
            result = before(s);
        else if (s->state == RENEGOTIATE)
            result = renegotiate(s);
        else if (s->state == ACCEPT)
            result = accept_state(s);
        else if (s->state == HELLO_REQUEST_A || s->state == HELLO_REQUEST_B || s->state == HELLO_REQUEST_C)
            result = hello_request(s);
        else if (s->state == CLIENT_HELLO_A || s->state == CLIENT_HELLO_B || s->state == CLIENT_HELLO_C)
            result = client_hello(s);
        else if (s->state == SERVER_HELLO_A || s->state == SERVER_HELLO_B)
            result = server_hello(s);
        else if (s->state == SERVER_CERTIFICATE_A || s->state == SERVER_CERTIFICATE_B)
            result = server_certificate(s);
        else if (s->state == KEY_EXCHANGE_A || s->state == KEY_EXCHANGE_B)
            result = key_exchange(s);
        else if (s->state == CERTIFICATE_REQUEST_A || s->state == CERTIFICATE_REQUEST_B)
            result = certificate_request(s);
        else if (s->state == DONE_A || s->state == DONE_B)
            result = server_done(s);
        else if (s->state == FLUSH)
            result = flush(s);
        else if (s->state == CLIENT_CERTIFICATE)
            result = client_certificate(s);
        else if (s->state == CLIENT_KEY_A || s->state == CLIENT_KEY_B)
            result = client_key(s);
        else if (s->state == VERIFY_A || s->state == VERIFY_B)
            result = verify(s);
        else if (s->state == CLIENT_FINISHED)
            result = client_finished(s);
        else if (s->state == CHANGE_A || s->state == CHANGE_B)
            result = change(s);
        else if (s->state == SERVER_FINISHED)
            result = server_finished(s);
        else if (s->state == OK)
            result = finish(s);
        else {
            // Unreachable: every state that is set has a branch above.
            GOAL(28, s->version == 0x303);
            return -2;
        }
        if (result <= 0)
            return result;
        // Unreachable: a state that nobody sets.
        GOAL(29, s->state == 8999);
        if (s->options & 64)
            idle++;
    }
}

int main(void) {
    struct connection s = {.state = BEFORE};
    s.version = dunlin_int("version");
    s.options = dunlin_int("options");
    s.verify_mode = dunlin_int("verify mode");
    s.pending = dunlin_int("pending");
    s.secret = dunlin_int("secret");
    s.session.peer = dunlin_int("peer");
    s.session.resumable = dunlin_int("resumable");
    return serve(&s);
}
