// The pattern of Figure 7 of Directed Symbolic Execution: options are parsed, then several branches
// report an operand with the same function quote(). As in mknod, the way into the first call is the
// shortest one to the target, but the bug is in a later call: quote() keeps the texts of earlier calls in
// slots, and the one that is recycled is cut in the middle of an escape.
//
// usage: node [-v] [-m MODE] [-q STYLE] NAME TYPE [MAJOR MINOR]
//
// Reached by the arguments: "-qe", "a", "b", "1x", "\\": the style is 'escape', the major number is not
// one (first call), and neither is the minor number, a backslash at the end of a text (second call).
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_ARGUMENTS 5
#define ARGUMENT_SIZE 4
#define SLOTS 2
#define SLOT_SIZE 12

enum style { STYLE_SHELL, STYLE_ESCAPE, STYLE_LITERAL };

struct options {
    int verbose;
    int mode_given;
    const char *mode;
    enum style style;
    const char *operands[MAX_ARGUMENTS];
    int operand_count;
};

struct slot {
    char text[SLOT_SIZE];
    int used;
};

static struct slot slots[SLOTS];
static int next_slot;
static int quoted;
static int failures;

static void usage(int status) {
    fputs("usage: node [-v] [-m MODE] [-q STYLE] NAME TYPE [MAJOR MINOR]\n", stderr);
    if (status == 0) {
        fputs("  -v        say what is done\n", stderr);
        fputs("  -m MODE   permissions, three octal digits\n", stderr);
        fputs("  -q STYLE  how names are quoted: s(hell), e(scape), l(iteral)\n", stderr);
    }
    exit(status);
}

static int is_printable(char c) {
    return c >= ' ' && c <= '~';
}

static int put(struct slot *slot, int at, char c) {
    if (at < SLOT_SIZE - 1)
        slot->text[at++] = c;
    return at;
}

/* The text in quotes, in the next slot. Valid until as many other texts were quoted as there are slots. */
static const char *quote(const char *text, enum style style) {
    struct slot *slot = &slots[next_slot];
    next_slot = (next_slot + 1) % SLOTS;
    int at = 0;
    char last = 0;
    if (style != STYLE_LITERAL)
        at = put(slot, at, '\'');
    for (int i = 0; i < ARGUMENT_SIZE && text[i]; i++) {
        last = text[i];
        switch (style) {
        case STYLE_SHELL:
            if (last == '\'') {
                at = put(slot, at, '\'');
                at = put(slot, at, '\\');
                at = put(slot, at, '\'');
            }
            at = put(slot, at, last);
            break;
        case STYLE_ESCAPE:
            if (last == '\\' || last == '\'')
                at = put(slot, at, '\\');
            if (is_printable(last)) {
                at = put(slot, at, last);
            } else {
                at = put(slot, at, '\\');
                at = put(slot, at, (char)('0' + ((last >> 6) & 3)));
                at = put(slot, at, (char)('0' + ((last >> 3) & 7)));
                at = put(slot, at, (char)('0' + (last & 7)));
            }
            break;
        default:
            at = put(slot, at, is_printable(last) ? last : '?');
        }
    }
    if (quoted > 0 && last == '\\' && style == STYLE_ESCAPE)
        abort(); // target
    if (style != STYLE_LITERAL)
        at = put(slot, at, '\'');
    slot->text[at] = 0;
    slot->used = 1;
    quoted++;
    return slot->text;
}

static void complain(const char *what, const char *quoted_text) {
    fputs("node: ", stderr);
    fputs(what, stderr);
    if (quoted_text && slots[0].used) {
        fputs(" ", stderr);
        fputs("(see the quoted text)", stderr);
    }
    fputs("\n", stderr);
    failures++;
}

static int parse_style(char letter, enum style *style) {
    switch (letter) {
    case 's':
        *style = STYLE_SHELL;
        return 1;
    case 'e':
        *style = STYLE_ESCAPE;
        return 1;
    case 'l':
        *style = STYLE_LITERAL;
        return 1;
    default:
        return 0;
    }
}

/* The value of a number with digits of the base, or -1. */
static int parse_number(const char *text, int base) {
    int value = 0;
    if (!text[0])
        return -1;
    for (int i = 0; i < ARGUMENT_SIZE && text[i]; i++) {
        int digit = text[i] - '0';
        if (digit < 0 || digit >= base)
            return -1;
        value = value * base + digit;
    }
    return value;
}

static void parse_options(struct options *options, char arguments[][ARGUMENT_SIZE], int count) {
    int only_operands = 0;
    for (int i = 0; i < count; i++) {
        char *argument = arguments[i];
        if (only_operands || argument[0] != '-' || argument[1] == 0) {
            options->operands[options->operand_count++] = argument;
            continue;
        }
        switch (argument[1]) {
        case '-':
            only_operands = 1;
            break;
        case 'v':
            options->verbose = 1;
            break;
        case 'h':
            usage(0);
            break;
        case 'm':
            if (i + 1 == count)
                usage(1);
            options->mode_given = 1;
            options->mode = arguments[++i];
            break;
        case 'q':
            if (!parse_style(argument[2], &options->style))
                usage(1);
            break;
        default:
            usage(1);
        }
    }
}

static int make_node(const struct options *options, char type, int mode, int major, int minor) {
    if (options->verbose)
        fputs("node: made\n", stderr);
    return type == 'p' ? mode : mode + (major << 8) + minor;
}

static int run(const struct options *options) {
    int mode = 0666, major = 0, minor = 0;
    if (options->mode_given) {
        mode = parse_number(options->mode, 8);
        if (mode < 0 || mode > 0777) {
            complain("invalid mode", quote(options->mode, STYLE_SHELL));
            return 1;
        }
    }
    if (options->operand_count < 2) {
        if (options->operand_count == 1)
            complain("missing operand after", quote(options->operands[0], STYLE_LITERAL));
        usage(1);
    }
    char type = options->operands[1][0];
    int expected = type == 'p' ? 2 : 4;
    if (options->operand_count < expected) {
        complain("special files need numbers", NULL);
        return 1;
    }
    if (options->operand_count > expected) {
        complain("extra operand", quote(options->operands[expected], options->style));
        return 1;
    }
    switch (type) {
    case 'b':
    case 'c':
        major = parse_number(options->operands[2], 10);
        if (major < 0)
            complain("invalid major number", quote(options->operands[2], options->style));
        minor = parse_number(options->operands[3], 10);
        if (minor < 0)
            complain("invalid minor number", quote(options->operands[3], options->style));
        break;
    case 'p':
        break;
    default:
        complain("invalid type", quote(options->operands[1], options->style));
        return 1;
    }
    if (failures > 0)
        return 1;
    return make_node(options, type, mode, major, minor) < 0;
}

int main(void) {
    int count;
    char arguments[MAX_ARGUMENTS][ARGUMENT_SIZE];
    klee_make_symbolic(&count, sizeof count, "count");
    klee_make_symbolic(arguments, sizeof arguments, "arguments");
    klee_assume(count >= 0 & count <= MAX_ARGUMENTS);
    for (int i = 0; i < MAX_ARGUMENTS; i++)
        klee_assume(arguments[i][ARGUMENT_SIZE - 1] == 0);
    struct options options;
    memset(&options, 0, sizeof options);
    parse_options(&options, arguments, count);
    return run(&options);
}
