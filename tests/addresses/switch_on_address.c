// A switch on bits of an address.
// run: dunlin run --addresses free --reuse-addresses on
// paths: 4
// error: none
// replay: off whether objects lie like that natively is not known
#include <stdint.h>
#include <stdlib.h>

int main(void) {
    switch (((uintptr_t)malloc(8) >> 6) & 3) {
    case 0:
        return 1;
    case 1:
        return 2;
    case 2:
        return 3;
    default:
        return 4;
    }
}
