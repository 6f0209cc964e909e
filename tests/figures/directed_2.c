// Figure 2 of Directed Symbolic Execution for up to five arguments, without the loop at the end that
// reads characters for ever. With k arguments there are 2^k paths: 1 + 2 + 4 + 8 + 16 + 32 = 63. One of
// them, with five times 'b', reaches the failing assertion.
// run: dunlin run
// run: dunlin run --search bfs
// run: dunlin run --search random-path
// run: dunlin run --search generational
// paths: 63
// error: assertion-failure at 29
#include <assert.h>
#include <klee/klee.h>

static int others;

static void foo(void) {
    others++;
}

int main(void) {
    int argc;
    char argv[5];
    klee_make_symbolic(&argc, sizeof argc, "argc");
    klee_make_symbolic(argv, sizeof argv, "argv");
    klee_assume(argc >= 0 & argc <= 5);
    int b[4] = {0, 0, 0, 0};
    int n = 0;
    for (int i = 0; i < argc; i++) {
        if (argv[i] == 'b') {
            assert(n < 4);
            b[n] = 1;
            n++;
        } else {
            foo();
        }
    }
    assert(n + others == argc);
    return 0;
}
