/* ctype.h as functions, for the C locale. Comparisons instead of a table keep
 * the result for a symbolic character a plain condition. */
#include "dunlin_libc.h"

static int between(int c, int low, int high) {
    return c >= low && c <= high;
}

int islower(int c) {
    return between(c, 'a', 'z');
}

int isupper(int c) {
    return between(c, 'A', 'Z');
}

int isdigit(int c) {
    return between(c, '0', '9');
}

int isalpha(int c) {
    return between(c, 'a', 'z') || between(c, 'A', 'Z');
}

int isalnum(int c) {
    return between(c, 'a', 'z') || between(c, 'A', 'Z') || between(c, '0', '9');
}

int isxdigit(int c) {
    return between(c, '0', '9') || between(c, 'a', 'f') || between(c, 'A', 'F');
}

int isspace(int c) {
    return c == ' ' || between(c, '\t', '\r');
}

int isblank(int c) {
    return c == ' ' || c == '\t';
}

int iscntrl(int c) {
    return between(c, 0, 31) || c == 127;
}

int isprint(int c) {
    return between(c, 32, 126);
}

int isgraph(int c) {
    return between(c, 33, 126);
}

int ispunct(int c) {
    return between(c, 33, 47) || between(c, 58, 64) || between(c, 91, 96) || between(c, 123, 126);
}

int isascii(int c) {
    return between(c, 0, 127);
}

int toascii(int c) {
    return c & 127;
}

int tolower(int c) {
    return between(c, 'A', 'Z') ? c + ('a' - 'A') : c;
}
int _tolower(int c) ALIAS_OF(tolower);

int toupper(int c) {
    return between(c, 'a', 'z') ? c - ('a' - 'A') : c;
}
int _toupper(int c) ALIAS_OF(toupper);
