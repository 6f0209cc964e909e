// The idioms without instructions: a compiler barrier and a value hidden from the optimiser.
// run: dunlin run
// run: dunlin run -O2
// native: same
// stdout: 4
#include <stdio.h>

static int value = 3;

int main(void) {
    __asm__ volatile("" ::: "memory");
    value++;
    int hidden = value;
    __asm__("" : "+r"(hidden));
    printf("%d\n", hidden);
    return 0;
}
