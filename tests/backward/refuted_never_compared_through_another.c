// A number is compared with the address of a block, and another pointer with that number.
// run: dunlin reach --target @target --strategy backward --max-cost 20000
// verdict: unknown
#include <dunlin.h>
#include <stdlib.h>

static volatile int seen;
static int *guess;

int main(void) {
    unsigned long number;
    dunlin_symbolic(&guess, sizeof guess, "guess");
    while (dunlin_int("round"))
        seen++;
    int *block = malloc(sizeof *block);
    *block = 0;
    dunlin_symbolic(&number, sizeof number, "number");
    if (number == (unsigned long)block)
        if (number == (unsigned long)guess) {
            *guess = 5;
            if (*block == 5)
                seen = 1; // target
        }
    return 0;
}
