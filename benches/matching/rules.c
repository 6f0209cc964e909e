// Fifty rules of a house that reacts to events: event, condition on what it knows, action. The first rule that
// applies is the one that counts. The timer runs up to N.
// BUG: the rule for panic while the house is triggered forgets the light.
#include <assert.h>

#ifndef N
#define N 2
#endif

extern int __VERIFIER_nondet_int(void);

enum event {
    MOTION = 1,
    DOOR_OPENS,
    DOOR_CLOSES,
    WINDOW_OPENS,
    WINDOW_CLOSES,
    COLD,
    WARM,
    TICK,
    KEY,
    CODE,
    PANIC
};

enum mode { HOME, AWAY, NIGHT, HOLIDAY };
enum light { DARK, DIM, BRIGHT };
enum heating { COOL, LOW, HIGH };
enum alarm { IDLE, ARMED, TRIGGERED, SIREN };

static int mode = HOME;
static int light = DARK;
static int heating = LOW;
static int alarm = IDLE;
static int door;
static int window;
static int timer;

static void react(int event) {
    // Motion.
    if (event == MOTION && mode == HOME && light == DARK) {
        light = DIM;
        timer = 0;
        return;
    }
    if (event == MOTION && mode == HOME && light == DIM) {
        light = BRIGHT;
        timer = 0;
        return;
    }
    if (event == MOTION && mode == HOME) {
        timer = 0;
        return;
    }
    if (event == MOTION && mode == NIGHT && light == DARK && alarm != SIREN) {
        light = DIM;
        timer = 0;
        return;
    }
    if (event == MOTION && alarm == ARMED && (mode == AWAY || mode == HOLIDAY)) {
        alarm = TRIGGERED;
        timer = 0;
        return;
    }
    if (event == MOTION && alarm == TRIGGERED && timer == N) {
        alarm = SIREN;
        light = BRIGHT;
        return;
    }
    // Doors.
    if (event == DOOR_OPENS && !door && alarm == ARMED) {
        door = 1;
        alarm = TRIGGERED;
        timer = 0;
        return;
    }
    if (event == DOOR_OPENS && !door && mode == NIGHT && light == DARK) {
        door = 1;
        light = DIM;
        return;
    }
    if (event == DOOR_OPENS && !door && heating == HIGH) {
        door = 1;
        heating = LOW;
        return;
    }
    if (event == DOOR_OPENS && !door) {
        door = 1;
        return;
    }
    if (event == DOOR_CLOSES && door && mode == HOME && light == BRIGHT) {
        door = 0;
        light = DIM;
        return;
    }
    if (event == DOOR_CLOSES && door && alarm == SIREN) {
        door = 0;
        timer = 0;
        return;
    }
    if (event == DOOR_CLOSES && door) {
        door = 0;
        return;
    }
    // Windows.
    if (event == WINDOW_OPENS && !window && alarm == ARMED) {
        window = 1;
        heating = COOL;
        alarm = SIREN;
        light = BRIGHT;
        return;
    }
    if (event == WINDOW_OPENS && !window && heating == HIGH) {
        window = 1;
        heating = COOL;
        timer = 0;
        return;
    }
    if (event == WINDOW_OPENS && !window && heating == LOW) {
        window = 1;
        heating = COOL;
        return;
    }
    if (event == WINDOW_OPENS && !window) {
        window = 1;
        return;
    }
    if (event == WINDOW_CLOSES && window && (mode == HOME || mode == NIGHT)) {
        window = 0;
        heating = LOW;
        return;
    }
    if (event == WINDOW_CLOSES && window) {
        window = 0;
        return;
    }
    // Temperature.
    if (event == COLD && !window && heating == COOL && mode != HOLIDAY) {
        heating = LOW;
        return;
    }
    if (event == COLD && !window && heating == LOW && mode == HOME && !door) {
        heating = HIGH;
        timer = 0;
        return;
    }
    if (event == COLD && !window && heating == LOW && mode == NIGHT && timer == N) {
        heating = HIGH;
        timer = 0;
        return;
    }
    if (event == COLD && mode == HOLIDAY && !window && heating == COOL) {
        heating = LOW;
        timer = 0;
        return;
    }
    if (event == WARM && heating == HIGH) {
        heating = LOW;
        return;
    }
    if (event == WARM && heating == LOW && (mode == AWAY || mode == HOLIDAY)) {
        heating = COOL;
        return;
    }
    if (event == WARM && heating == LOW && timer == N) {
        heating = COOL;
        return;
    }
    // Time.
    if (event == TICK && timer < N) {
        timer++;
        return;
    }
    if (event == TICK && alarm == TRIGGERED) {
        alarm = SIREN;
        light = BRIGHT;
        timer = 0;
        return;
    }
    if (event == TICK && alarm == SIREN && mode != HOLIDAY) {
        alarm = IDLE;
        mode = HOME;
        timer = 0;
        return;
    }
    if (event == TICK && light == BRIGHT && mode == HOME) {
        light = DIM;
        timer = 0;
        return;
    }
    if (event == TICK && light == DIM && mode == HOME) {
        light = DARK;
        timer = 0;
        return;
    }
    if (event == TICK && light != DARK && mode == NIGHT && alarm != SIREN) {
        light = DARK;
        timer = 0;
        return;
    }
    if (event == TICK && heating == HIGH) {
        heating = LOW;
        timer = 0;
        return;
    }
    if (event == TICK && mode == AWAY && alarm == ARMED) {
        mode = HOLIDAY;
        timer = 0;
        return;
    }
    if (event == TICK) {
        timer = 0;
        return;
    }
    // The key in the lock of the front door.
    if (event == KEY && mode == HOME && !door && !window) {
        mode = AWAY;
        light = DARK;
        heating = LOW;
        timer = 0;
        return;
    }
    if (event == KEY && mode == HOME && !door) {
        mode = AWAY;
        light = DARK;
        timer = 0;
        return;
    }
    if (event == KEY && mode == AWAY && alarm == IDLE) {
        mode = HOME;
        light = DIM;
        timer = 0;
        return;
    }
    if (event == KEY && mode == HOLIDAY && alarm == IDLE) {
        mode = HOME;
        timer = 0;
        return;
    }
    if (event == KEY && mode == NIGHT && light == DARK && alarm == IDLE) {
        light = DIM;
        return;
    }
    // The code at the keypad.
    if (event == CODE && mode == AWAY && alarm == IDLE && !door && !window) {
        alarm = ARMED;
        timer = 0;
        return;
    }
    if (event == CODE && alarm == ARMED) {
        alarm = IDLE;
        timer = 0;
        return;
    }
    if (event == CODE && alarm == TRIGGERED) {
        alarm = IDLE;
        mode = HOME;
        light = DIM;
        return;
    }
    if (event == CODE && alarm == SIREN) {
        alarm = IDLE;
        mode = HOME;
        timer = 0;
        return;
    }
    if (event == CODE && mode == HOME && light == DARK) {
        mode = NIGHT;
        if (heating == HIGH)
            heating = LOW;
        timer = 0;
        return;
    }
    if (event == CODE && mode == NIGHT) {
        mode = HOME;
        timer = 0;
        return;
    }
    // Panic.
    if (event == PANIC && alarm == TRIGGERED) {
        alarm = SIREN;
#ifndef BUG
        light = BRIGHT;
#endif
        return;
    }
    if (event == PANIC && alarm == SIREN) {
        timer = 0;
        return;
    }
    if (event == PANIC && mode == NIGHT) {
        alarm = SIREN;
        light = BRIGHT;
        timer = 0;
        return;
    }
    if (event == PANIC && mode == HOME && light == DARK) {
        light = BRIGHT;
        return;
    }
}

int main(void) {
    while (1) {
        int event = __VERIFIER_nondet_int();
        if (event < MOTION || event > PANIC)
            continue;
        react(event);
        assert(timer >= 0 && timer <= N);
        assert(!(window && heating != COOL));
        assert(!(heating == HIGH && (mode == AWAY || mode == HOLIDAY)));
        assert(!(alarm == ARMED && mode != AWAY && mode != HOLIDAY));
        assert(!(alarm == SIREN && light != BRIGHT && mode != HOME));
    }
}
