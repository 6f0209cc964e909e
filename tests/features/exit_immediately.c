// run: dunlin run
// run: dunlin run -O2
// native: same
// exit-status: 3
// stdout: before
#include <stdio.h>
#include <stdlib.h>

static void never(void) { printf("not printed\n"); }

int main(void) {
    atexit(never);
    printf("before\n");
    fflush(stdout);
    _Exit(3);
}
