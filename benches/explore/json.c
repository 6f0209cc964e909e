/* A recursive parser for a stream of values in a language like JSON on 6 input bytes: commas are
 * spaces, strings have no escapes, numbers no exponents. */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 6
#endif
#define DEEPEST 4

static char input[SIZE + 1];
static int at;

static int parse_value(int depth);

static void skip_spaces(void) {
    while (input[at] == ' ' || input[at] == '\n' || input[at] == ',')
        at++;
}

static int parse_word(const char *word) {
    for (int i = 0; word[i] != '\0'; i++) {
        if (input[at] != word[i])
            return 0;
        at++;
    }
    return 1;
}

static int parse_string(void) {
    at++;
    while (input[at] != '"') {
        if (input[at] == '\0')
            return 0;
        at++;
    }
    at++;
    return 1;
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int parse_number(void) {
    if (input[at] == '-')
        at++;
    if (!is_digit(input[at]))
        return 0;
    while (is_digit(input[at]))
        at++;
    if (input[at] == '.') {
        at++;
        if (!is_digit(input[at]))
            return 0;
        while (is_digit(input[at]))
            at++;
    }
    return 1;
}

static int parse_array(int depth) {
    at++;
    for (;;) {
        skip_spaces();
        if (input[at] == ']') {
            at++;
            return 1;
        }
        if (!parse_value(depth + 1))
            return 0;
    }
}

static int parse_object(int depth) {
    at++;
    for (;;) {
        skip_spaces();
        if (input[at] == '}') {
            at++;
            return 1;
        }
        if (input[at] != '"' || !parse_string())
            return 0;
        skip_spaces();
        if (input[at] != ':')
            return 0;
        at++;
        skip_spaces();
        if (!parse_value(depth + 1))
            return 0;
    }
}

/* A value, with no spaces before it. */
static int parse_value(int depth) {
    if (depth > DEEPEST)
        return 0;
    switch (input[at]) {
    case '{':
        return parse_object(depth);
    case '[':
        return parse_array(depth);
    case '"':
        return parse_string();
    case 't':
        return parse_word("true");
    case 'f':
        return parse_word("false");
    case 'n':
        return parse_word("null");
    default:
        return parse_number();
    }
}

int main(void) {
    klee_make_symbolic(input, SIZE, "input");
    int count = 0;
    skip_spaces();
    while (input[at] != '\0') {
        if (!parse_value(0))
            return 255;
        count++;
        skip_spaces();
    }
    return count;
}
