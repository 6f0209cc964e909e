// The distance between two variables is read from memory and added to the address of one of them.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <stdint.h>
#include <stdlib.h>

static volatile int seen;
static int from, to;

int main(void) {
    unsigned long *distance = malloc(sizeof *distance);
    *distance = (uintptr_t)&to - (uintptr_t)&from;
    *(int *)((uintptr_t)&from + *distance) = 5;
    if (to == 5)
        seen = 1; // target
    return 0;
}
