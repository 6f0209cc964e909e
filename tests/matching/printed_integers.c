// The number of rounds is printed by five formats. It may not tell states apart, as long as it is only printed.
// replay: off the program has no end
// run: dunlin run
// stderr: the program does not end by itself
// paths: 0
#include <dunlin.h>
#include <stdio.h>

int main(void) {
    unsigned rounds = 0;
    while (1) {
        int input = dunlin_int("input");
        rounds++;
        if (input > 0)
            printf("%d %u %x %5d %-3u\n", rounds, rounds, rounds, rounds, rounds);
    }
}
