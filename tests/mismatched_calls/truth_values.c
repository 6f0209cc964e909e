// Truth values: a function that returns one sets a byte, one that takes one looks at a bit.
// run: dunlin run
// native: same
// stdout: 1 0 1 1
#include <stdbool.h>
#include <stdio.h>

static bool positive(int x) { return x > 0; }
static int plus(int x) { return x + 1; }
static int as_int(int x) { return x; }
static int of_truth(bool b) { return b ? 1 : 0; }

int main(void) {
    unsigned char (*volatile byte)(int) = (unsigned char (*)(int))positive;
    bool (*volatile truth)(int) = (bool (*)(int))plus;
    int (*volatile from)(bool) = (int (*)(bool))as_int;
    int (*volatile to)(int) = (int (*)(int))of_truth;
    printf("%d %d %d %d\n", byte(5), truth(-1), from(true), to(1));
    return 0;
}
