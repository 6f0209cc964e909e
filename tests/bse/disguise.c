// What depends on where objects lie, or looks at the bytes of pointers, has no condition here: forward execution decides.
// run: dunlin reach --target @low --target @copied --target @hashed --target @between --strategy bse --max-time 20s
// verdict: @low reachable
// verdict: @copied reachable
// verdict: @hashed reachable
// verdict: @between reachable
// replay: off whether objects lie like that natively is not known
#include <dunlin.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

union word {
    char *pointer;
    unsigned char bytes[8];
};

int main(void) {
    char *p = malloc(4), *q = malloc(4);
    union word word;
    word.pointer = p;
    if (word.bytes[1] == 77)
        return 1; // target low
    unsigned char copy[8];
    memcpy(copy, &word, 8);
    if (copy[2] == 5)
        return 2; // target copied
    if ((uintptr_t)p % 4096 == 1024)
        return 3; // target hashed
    if (p < q)
        return 4; // target between
    return 0;
}
