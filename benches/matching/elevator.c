// An elevator with N floors: calls come from the floors and from the cabin, one step of the controller follows each.
// BUG: a call from the floor at which the cabin just left opens the door while it is moving.
#include <assert.h>

#ifndef N
#define N 4
#endif

extern int __VERIFIER_nondet_int(void);

enum direction { UP, DOWN };
enum door { CLOSED, OPEN };

static int floor_now;
static int called[N];
static int inside[N];
static enum direction direction = UP;
static enum door door = CLOSED;
static int moving;
static int blocked;

static int call_above(void) {
    for (int f = floor_now + 1; f < N; f++)
        if (called[f] || inside[f])
            return 1;
    return 0;
}

static int call_below(void) {
    for (int f = 0; f < floor_now; f++)
        if (called[f] || inside[f])
            return 1;
    return 0;
}

static void open_door(void) {
    assert(!moving);
    called[floor_now] = 0;
    inside[floor_now] = 0;
    door = OPEN;
}

static void arrive(void) {
    floor_now += direction == UP ? 1 : -1;
    assert(floor_now >= 0 && floor_now < N);
    if (called[floor_now] || inside[floor_now]) {
        moving = 0;
        open_door();
    } else if (direction == UP ? !call_above() : !call_below()) {
        moving = 0;
    }
}

static void step(void) {
    if (door == OPEN) {
        if (!blocked)
            door = CLOSED;
        return;
    }
    if (moving) {
        arrive();
        return;
    }
    if (called[floor_now] || inside[floor_now]) {
        open_door();
        return;
    }
    if (direction == UP && !call_above())
        direction = DOWN;
    else if (direction == DOWN && !call_below())
        direction = UP;
    moving = direction == UP ? call_above() : call_below();
}

static void press_outside(int f) {
    if (f == floor_now && door == OPEN)
        return;
    called[f] = 1;
#ifdef BUG
    if (f == floor_now && moving && direction == DOWN && inside[0])
        open_door();
#endif
}

static void press_inside(int f) {
    if (f == floor_now && door == OPEN)
        return;
    inside[f] = 1;
}

int main(void) {
    while (1) {
        int event = __VERIFIER_nondet_int();
        blocked = 0;
        if (event >= 0 && event < N) {
            for (int f = 0; f < N; f++)
                if (event == f)
                    press_outside(f);
        } else if (event >= N && event < 2 * N) {
            for (int f = 0; f < N; f++)
                if (event == N + f && door == OPEN)
                    press_inside(f);
        } else if (event == 2 * N) {
            blocked = 1;
        }
        step();
        assert(!(moving && door == OPEN));
    }
}
