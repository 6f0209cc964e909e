// Assembly in the program disturbs nobody who does not execute it.
// run: dunlin run
// native: same
// paths: 1
// stdout: without assembly
#include <stdio.h>

static unsigned long ticks(void) {
    unsigned low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return low;
}

int main(int argc, char **argv) {
    (void)argv;
    if (argc > 1)
        printf("%lu\n", ticks());
    printf("without assembly\n");
    return 0;
}
