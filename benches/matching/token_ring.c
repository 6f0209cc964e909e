// N stations around a ring, run by a scheduler as in a hardware model: a station is woken by the event of its
// predecessor, may send a frame while it has the token, and passes the token on.
// BUG: a station that has sent a frame passes the token on at once and once more when the frame has come round.
#include <assert.h>

#ifndef N
#define N 3
#endif

extern int __VERIFIER_nondet_int(void);

enum activity { WAITING, READY, SENDING };

static enum activity activity[N];
static int token[N];
static int frame_at = -1;
static int frame_from = -1;

static int tokens(void) {
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum += token[i];
    return sum;
}

static int senders(void) {
    int sum = 0;
    for (int i = 0; i < N; i++)
        if (activity[i] == SENDING)
            sum++;
    return sum;
}

static void pass_token(int from) {
    int to = from + 1 == N ? 0 : from + 1;
    token[from] = 0;
    token[to]++;
    if (activity[to] == WAITING)
        activity[to] = READY;
}

static void begin_frame(int station) {
    frame_at = station;
    frame_from = station;
    activity[station] = SENDING;
#ifdef BUG
    pass_token(station);
#endif
}

static void move_frame(void) {
    frame_at = frame_at + 1 == N ? 0 : frame_at + 1;
    if (frame_at != frame_from)
        return;
    int station = frame_from;
    frame_at = frame_from = -1;
    activity[station] = WAITING;
    pass_token(station);
}

static void run_station(int station) {
    if (activity[station] != READY || !token[station])
        return;
    if (frame_at == -1 && __VERIFIER_nondet_int()) {
        begin_frame(station);
    } else {
        activity[station] = WAITING;
        pass_token(station);
    }
}

int main(void) {
    int first = __VERIFIER_nondet_int();
    if (first < 0 || first >= N)
        first = 0;
    for (int i = 0; i < N; i++)
        if (i == first) {
            token[i] = 1;
            activity[i] = READY;
        }
    while (1) {
        int next = __VERIFIER_nondet_int();
        for (int i = 0; i < N; i++)
            if (next == i)
                run_station(i);
        if (next == N && frame_at != -1)
            move_frame();
        assert(tokens() == 1);
        assert(senders() <= 1);
    }
}
