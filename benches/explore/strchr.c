/* Two searches for a character in 20 input bytes, the last of which is 0: the second begins behind
 * what the first found, or at the beginning if it found nothing. 19 * 19 + 210 = 571 paths. */
#include <klee/klee.h>

#define SIZE 20

static char *find(char *text, char wanted) {
    for (; *text != wanted; text++) {
        if (*text == '\0')
            return 0;
    }
    return text;
}

int main(void) {
    char text[SIZE];
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[SIZE - 1] == '\0');
    char *first = find(text, 'a');
    char *second = find(first ? first + 1 : text, 'b');
    return second != 0;
}
