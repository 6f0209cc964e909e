/* Runs the checked form of a program for every input in one process.
 *
 * The program stands below as `prog`. It says which line it comes to with L, and ends with E before an
 * operation that is an error, so that nothing undefined ever happens here. X and Y are the input. U is
 * what nobody decides: the content of memory that was not written, whether an address comes back.
 *
 * For each setting one block is printed: the lines that some input reaches, the errors with an input
 * for each, and some inputs that lead to no error, with the exit status. */
#include <limits.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 4096, ERRORS = 256, FINE = 3 };

static unsigned char X, Y, U;
/* Overflow and shifts are errors. */
static int CHECKS;
static jmp_buf stop;
static unsigned char reached[LINES];
static const char *error_kind;
static int error_line;

#define L(n) (reached[n] = 1)

static void E(const char *kind, int line)
{
    error_kind = kind;
    error_line = line;
    longjmp(stop, 1);
}

/* The program ends, without an error. */
static void Q(void)
{
    longjmp(stop, 1);
}

static int prog(void);

static struct { const char *kind; int line; } known[ERRORS];
static int errors, fine;

static void once(void)
{
    error_kind = 0;
    int status = 0;
    if (setjmp(stop) == 0)
        status = prog();
    if (!error_kind) {
        if (fine < FINE && (X * 7 + Y * 3) % 11 == fine) {
            printf("fine %d %d %d\n", status & 255, X, Y);
            fine++;
        }
        return;
    }
    for (int i = 0; i < errors; i++)
        if (known[i].line == error_line && strcmp(known[i].kind, error_kind) == 0)
            return;
    if (errors == ERRORS)
        abort();
    known[errors].kind = error_kind;
    known[errors++].line = error_line;
    printf("error %s %d %d %d\n", error_kind, error_line, X, Y);
}

int main(void)
{
    for (int setting = 0; setting < 4; setting++) {
        CHECKS = setting & 1;
        int contents = setting & 2 ? CONTENTS : 1;
        memset(reached, 0, sizeof reached);
        errors = fine = 0;
        printf("setting %s %s\n", CHECKS ? "checks" : "plain", setting & 2 ? "any" : "zero");
        for (int u = 0; u < contents; u++)
            for (int input = 0; input < 65536; input++) {
                X = (unsigned char)input;
                Y = (unsigned char)(input >> 8);
                U = (unsigned char)u;
                once();
            }
        for (int line = 0; line < LINES; line++)
            if (reached[line])
                printf("line %d\n", line);
    }
    return 0;
}
