// Figure 2 of Directed Symbolic Execution: arguments are processed, then characters for ever. Only the
// fifth argument 'b' makes the assertion fail, which is written as a branch to the target.
// Reached by: argc = 5, argv = "bbbbb".
#include <klee/klee.h>
#include <stdlib.h>

#define MAX_ARGC 100

static int others;

static void foo(void) {
    for (int i = 0; i < 10; i++)
        others += i;
}

static char read_character(void) {
    char c;
    klee_make_symbolic(&c, sizeof c, "character");
    return c;
}

int main(void) {
    int argc;
    char argv[MAX_ARGC][1];
    klee_make_symbolic(&argc, sizeof argc, "argc");
    klee_make_symbolic(argv, sizeof argv, "argv");
    klee_assume(argc >= 0 & argc <= MAX_ARGC);
    int i, n = 0, b[4] = {0, 0, 0, 0};
    for (i = 0; i < argc; i++) {
        if (*argv[i] == 'b') {
            if (!(n < 4))
                abort(); // target
            b[n++] = 1;
        } else
            foo();
    }
    while (1) {
        if (read_character())
            others += b[0];
    }
    return 0;
}
