// The pump of a mine as a product line: which features it has is an input that stays as it is. The water has N levels.
// BUG: with a stop command and a query for methane, a start command after an alarm does not look at methane.
#include <assert.h>

#ifndef N
#define N 3
#endif

extern int __VERIFIER_nondet_int(void);

static int has_high_sensor;
static int has_low_sensor;
static int has_methane_query;
static int has_methane_alarm;
static int has_start_command;
static int has_stop_command;

static int water = 1;
static int methane;
static int running;
static int active = 1;
static int alarmed;

static int select_feature(void) {
    return __VERIFIER_nondet_int() != 0;
}

static void select_product(void) {
    has_high_sensor = select_feature();
    has_low_sensor = select_feature();
    has_methane_query = select_feature();
    has_methane_alarm = select_feature();
    has_start_command = select_feature();
    has_stop_command = select_feature();
}

static int is_valid(void) {
    if (!has_high_sensor && !has_start_command)
        return 0;
    if (has_methane_alarm && !has_methane_query)
        return 0;
    return 1;
}

static void start_pump(void) {
    if (has_methane_query && methane)
        return;
    running = 1;
}

static void stop_pump(void) {
    running = 0;
}

static void water_rises(void) {
    if (water < N - 1)
        water++;
}

static void methane_changes(void) {
    methane = !methane;
    if (methane && has_methane_alarm) {
        stop_pump();
        alarmed = 1;
    }
}

static void start_command(void) {
    if (!has_start_command || !active)
        return;
#ifdef BUG
    if (alarmed && has_stop_command && water == N - 1) {
        running = 1;
        return;
    }
#endif
    start_pump();
}

static void stop_command(void) {
    if (!has_stop_command)
        return;
    stop_pump();
    active = 0;
}

static void resume_command(void) {
    active = 1;
    alarmed = 0;
}

static void environment(void) {
    if (running && water > 0)
        water--;
}

static void controller(void) {
    if (running) {
        if (has_low_sensor && water == 0)
            stop_pump();
        else if (has_methane_query && methane)
            stop_pump();
    } else if (active && has_high_sensor && water == N - 1) {
        start_pump();
    }
}

int main(void) {
    select_product();
    if (!is_valid())
        return 0;
    while (1) {
        if (__VERIFIER_nondet_int())
            water_rises();
        if (__VERIFIER_nondet_int())
            methane_changes();
        environment();
        controller();
        int command = __VERIFIER_nondet_int();
        if (command == 1)
            start_command();
        else if (command == 2)
            stop_command();
        else if (command == 3)
            resume_command();
        assert(water >= 0 && water < N);
        if (has_methane_query)
            assert(!(running && methane));
    }
}
