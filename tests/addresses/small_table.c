// With four buckets each of them is followed.
// run: dunlin reach --addresses free --reuse-addresses on --target @other
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @lost
// verdict: unreachable
#include <stdint.h>
#include <stdlib.h>

static int table[4];

int main(void) {
    char *a = malloc(4);
    table[((uintptr_t)a >> 4) & 3] = 7;
    if (table[2] == 7)
        return 1; // target other
    if (table[0] + table[1] + table[2] + table[3] != 7)
        return 2; // target lost
    return 0;
}
