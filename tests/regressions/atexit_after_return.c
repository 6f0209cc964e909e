// Handlers run when main returns, also in a program that never mentions exit.
// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// native: same
// exit-status: 9
// stdout: main
// stdout: second 3
// stdout: first 2
#include <stdio.h>
#include <stdlib.h>

static int left = 3;

static void first(void) { printf("first %d\n", left--); }
static void second(void) { printf("second %d\n", left--); }

int main(void) {
    atexit(first);
    atexit(second);
    printf("main\n");
    return 9;
}
