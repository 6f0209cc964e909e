// How far two blocks are from each other is open, but never less than their size.
// run: dunlin reach --addresses free --reuse-addresses on --target @far
// verdict: reachable
// replay: off whether objects lie like that natively is not known
// run: dunlin reach --addresses free --reuse-addresses on --target @near
// verdict: unreachable
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    char *a = malloc(32), *b = malloc(32);
    intptr_t between = (intptr_t)a - (intptr_t)b;
    if (between > -32 && between < 32)
        return 1; // target near
    if (between == 0x100000)
        return 2; // target far
    return 0;
}
