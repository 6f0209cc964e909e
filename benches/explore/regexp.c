/* A matcher for small regular expressions (c . ^ $ and *) with a pattern of 7 input bytes, the last
 * of which ends it. */
#include <klee/klee.h>

#define SIZE 7

static int match_here(const char *pattern, const char *text);

/* Matches any number of `wanted`, then the rest of the pattern. */
static int match_repeated(char wanted, const char *pattern, const char *text) {
    for (;;) {
        if (match_here(pattern, text))
            return 1;
        if (*text == '\0')
            return 0;
        if (wanted != '.' && *text != wanted)
            return 0;
        text++;
    }
}

/* Matches the pattern at the beginning of the text. */
static int match_here(const char *pattern, const char *text) {
    if (pattern[0] == '\0')
        return 1;
    if (pattern[1] == '*')
        return match_repeated(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == '\0')
        return *text == '\0';
    if (*text != '\0' && (pattern[0] == '.' || pattern[0] == *text))
        return match_here(pattern + 1, text + 1);
    return 0;
}

/* Matches the pattern anywhere in the text. */
static int match(const char *pattern, const char *text) {
    if (pattern[0] == '^')
        return match_here(pattern + 1, text);
    for (;;) {
        if (match_here(pattern, text))
            return 1;
        if (*text == '\0')
            return 0;
        text++;
    }
}

int main(void) {
    char pattern[SIZE];
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_assume(pattern[SIZE - 1] == '\0');
    return match(pattern, "hello");
}
