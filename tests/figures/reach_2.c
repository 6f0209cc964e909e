// Figure 2 of Directed Symbolic Execution, with the loop at the end that reads characters for ever. The
// assertion fails for the fifth 'b'; paths that have left the first loop cannot reach it any more.
// run: dunlin reach --target __assert_fail --strategy sdse --max-cost 20000
// run: dunlin reach --target __assert_fail --strategy sdse-intra --max-cost 20000
// run: dunlin reach --target __assert_fail --strategy ccbse:sdse --max-cost 20000
// run: dunlin reach --target __assert_fail --strategy auto --max-cost 70000
// verdict: reachable
#include <assert.h>
#include <klee/klee.h>

#define MAX_ARGC 20

static volatile int others;

static void foo(void) {
    others++;
}

static char next_char(void) {
    char c;
    klee_make_symbolic(&c, sizeof c, "c");
    return c;
}

int main(void) {
    int argc;
    char argv[MAX_ARGC];
    int b[4], n = 0;
    klee_make_symbolic(&argc, sizeof argc, "argc");
    klee_make_symbolic(argv, sizeof argv, "argv");
    klee_assume(argc >= 0 & argc <= MAX_ARGC);
    for (int i = 0; i < argc; i++) {
        if (argv[i] == 'b') {
            assert(n < 4);
            b[n] = 1;
            n++;
        } else {
            foo();
        }
    }
    while (1) {
        if (next_char() == 'x')
            others += b[0];
    }
}
