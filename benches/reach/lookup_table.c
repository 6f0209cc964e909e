// A console: a line is split into a command and an argument, the command is looked up by name in a
// table of handlers, and the handler is called through the table. Some handlers dispatch again, by the
// first letter of the argument. The target is in such a second handler, for an argument that it looks at
// once more, and not when the machine is locked.
//
// Reached by the line "disk e7!".
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_SIZE 9
#define NAME_SIZE 5
#define MAX_LINES 2

struct machine {
    int running;
    int locked;
    int key;
    int writable;
    int fast;
    int disk;
    int speed;
    int history[4];
    int commands;
    int lines;
};

typedef int (*handler)(struct machine *, const char *argument);

struct command {
    const char *name;
    handler handler;
    int needs_argument;
};

struct action {
    char letter;
    handler handler;
};

static int run_action(struct machine *machine, const struct action *actions, const char *argument);

static int digit(const char *argument) {
    return argument[0] >= '0' && argument[0] <= '9' ? argument[0] - '0' : -1;
}

static int help(struct machine *machine, const char *argument) {
    (void)argument;
    fputs("commands: disk, echo, flag, help, lock, mode, peek, quit, show, step\n", stderr);
    return machine->commands;
}

static int quit(struct machine *machine, const char *argument) {
    (void)argument;
    machine->running = 0;
    return 0;
}

static int echo(struct machine *machine, const char *argument) {
    int letters = 0;
    for (int i = 0; i < LINE_SIZE && argument[i]; i++)
        if (argument[i] >= 'a' && argument[i] <= 'z')
            letters++;
    machine->speed += letters > 1;
    return letters;
}

static int lock(struct machine *machine, const char *argument) {
    int key = digit(argument);
    if (key < 0 || (machine->locked && key != machine->key))
        return -1;
    machine->locked = !machine->locked;
    machine->key = key;
    return 0;
}

static int mode(struct machine *machine, const char *argument) {
    if (argument[0] == 'f')
        machine->fast = 1;
    else if (argument[0] == 's')
        machine->fast = 0;
    else
        return -1;
    return 0;
}

static int peek(struct machine *machine, const char *argument) {
    int at = digit(argument);
    if (at < 0 || at >= 4)
        return -1;
    return machine->history[at];
}

static int step(struct machine *machine, const char *argument) {
    int times = digit(argument);
    for (int i = 0; i < times; i++)
        machine->speed += machine->fast ? 2 : 1;
    return times;
}

static int flag_write(struct machine *machine, const char *argument) {
    if (argument[1] != '+' && argument[1] != '-')
        return -1;
    machine->writable = argument[1] == '+';
    return 0;
}

static int flag_read(struct machine *machine, const char *argument) {
    (void)argument;
    machine->writable = 0;
    return 0;
}

static int disk_format(struct machine *machine, const char *argument) {
    if (machine->locked || !machine->writable)
        return -1;
    machine->disk = argument[1];
    return 0;
}

static int disk_erase(struct machine *machine, const char *argument) {
    int pass = digit(argument + 1);
    if (machine->locked || pass < 0)
        return -1;
    if (pass % 2 == 1 && argument[2] == '!')
        abort(); // target
    machine->disk = 0;
    return 0;
}

static int disk_label(struct machine *machine, const char *argument) {
    if (argument[1] < 'a' || argument[1] > 'z')
        return -1;
    machine->disk = argument[1] - 'a';
    return 0;
}

static int flag(struct machine *machine, const char *argument) {
    static const struct action actions[] = {
        {'r', flag_read}, {'w', flag_write}, {0, NULL}};
    return run_action(machine, actions, argument);
}

static int disk(struct machine *machine, const char *argument) {
    static const struct action actions[] = {
        {'f', disk_format}, {'l', disk_label}, {'e', disk_erase}, {0, NULL}};
    return run_action(machine, actions, argument);
}

static int show(struct machine *machine, const char *argument) {
    static const struct action actions[] = {{'d', peek}, {'s', step}, {'h', help}, {0, NULL}};
    return run_action(machine, actions, argument);
}

static const struct command commands[] = {
    {"disk", disk, 1}, {"echo", echo, 1}, {"flag", flag, 1}, {"help", help, 0}, {"lock", lock, 1},
    {"mode", mode, 1}, {"peek", peek, 1}, {"quit", quit, 0}, {"show", show, 1}, {"step", step, 1},
};

static int run_action(struct machine *machine, const struct action *actions, const char *argument) {
    for (; actions->handler; actions++)
        if (actions->letter == argument[0])
            return actions->handler(machine, argument);
    fputs("unknown action\n", stderr);
    return -1;
}

static const struct command *find(const char *name) {
    int low = 0, high = sizeof commands / sizeof commands[0];
    while (low < high) {
        int middle = (low + high) / 2;
        int order = strcmp(name, commands[middle].name);
        if (order == 0)
            return &commands[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

/* Copies the first word of the line and returns what follows it, or null if the word is too long. */
static const char *split(const char *line, char *name) {
    int at = 0;
    while (line[at] && line[at] != ' ') {
        if (at == NAME_SIZE - 1)
            return NULL;
        name[at] = line[at];
        at++;
    }
    name[at] = 0;
    return line[at] ? line + at + 1 : line + at;
}

static int execute(struct machine *machine, const char *line) {
    char name[NAME_SIZE];
    const char *argument = split(line, name);
    const struct command *command = argument ? find(name) : NULL;
    if (!command) {
        fputs("unknown command\n", stderr);
        return -1;
    }
    if (command->needs_argument && !argument[0]) {
        fputs("an argument is missing\n", stderr);
        return -1;
    }
    int result = command->handler(machine, argument);
    machine->history[machine->commands++ % 4] = result;
    return result;
}

int main(void) {
    struct machine machine;
    memset(&machine, 0, sizeof machine);
    machine.running = 1;
    while (machine.running && machine.lines++ < MAX_LINES) {
        char line[LINE_SIZE];
        klee_make_symbolic(line, sizeof line, "line");
        klee_assume(line[LINE_SIZE - 1] == 0);
        if (execute(&machine, line) < 0)
            fputs("not done\n", stderr);
    }
    return 0;
}
