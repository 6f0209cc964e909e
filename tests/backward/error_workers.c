// Two workers share the hints and what is dropped.
// run: dunlin run --workers 2 --backward-from error_workers.c:20
// run: dunlin run --workers 1 --backward-from error_workers.c:20
// error: out-of-bounds-write at 18
// stderr: 1 can go wrong
#include <dunlin.h>

static char text[16];

int main(void) {
    unsigned char input[12];
    dunlin_symbolic(input, sizeof input, "input");
    int ones = 0;
    for (int i = 0; i < 6; i++)
        if (input[i] > 127)
            ones++;
    if (input[8] == 200 && input[9] == 3)
        text[input[8] - 183 + input[9] - ones] = 1;
    ones++;
    return ones;
}
