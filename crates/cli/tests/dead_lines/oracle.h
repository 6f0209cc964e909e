/* Runs the checked form of a program, `prog`, for every input, and prints the lines that some input
 * comes to. */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

enum { LINES = 4096 };
static unsigned char reached[LINES], X;
static jmp_buf stop;

#define L(n) (reached[n] = 1)

static int prog(void);

int main(void) {
    for (int input = 0; input < 256; input++) {
        X = (unsigned char)input;
        if (setjmp(stop) == 0)
            prog();
    }
    for (int line = 0; line < LINES; line++)
        if (reached[line])
            printf("%d\n", line);
    return 0;
}
