// run: dunlin run
// run: dunlin run -O2
// run: dunlin run -m32 -msse2
// run: dunlin run -O2 -m32 -msse2
// native: same
// exit-status: 9
// stdout: main
// stdout: third 3
// stdout: second 2
// stdout: first 1
#include <stdio.h>
#include <stdlib.h>

static int left = 3;

static void first(void) { printf("first %d\n", left--); }
static void second(void) { printf("second %d\n", left--); }
static void third(void) { printf("third %d\n", left--); }

int main(void) {
    atexit(first);
    atexit(second);
    atexit(third);
    printf("main\n");
    exit(9);
}
